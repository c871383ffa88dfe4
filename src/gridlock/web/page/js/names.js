/** Names and sentences for the person who reads them: "You win", "X wins" or, for nobody in particular, "Player 1 wins". */

/** The side of the person who reads; 0 if that isn't known. @typedef {0 | 1 | 2} Reader */

export class Names {
  /**
   * @param {number | null} side of the person who reads, if that is known
   * @param {readonly (readonly string[])[]} [names] of both sides, for each reader, as the server sends them
   */
  constructor(side, names) {
    /** @type {Reader} */
    this.reader = side === 1 || side === 2 ? side : 0;
    this.names = names?.[this.reader] ?? [1, 2].map((each) => this.#plainName(each));
  }

  /** @param {number} side */
  #plainName(side) {
    if (!this.reader) return `Player ${side}`;
    return side === this.reader ? "You" : "Your opponent";
  }

  /** Choose the reader's text among those for nobody in particular, for side 1 and for side 2. @param {readonly string[]} texts */
  text(texts) {
    return texts[this.reader] ?? "";
  }

  /** Return the name of a side at the beginning of a sentence. @param {number} side */
  of(side) {
    const name = this.names[side - 1] ?? "";
    return name.slice(0, 1).toUpperCase() + name.slice(1);
  }

  /**
   * Return a side's name and its verb: "X has", "You have".
   * @param {number} side
   * @param {string} verb
   * @param {string} [yours] the verb after "you"
   */
  does(side, verb, yours = verb.replace(/s$/, "")) {
    return `${this.of(side)} ${side === this.reader ? yours : verb}`;
  }
}
