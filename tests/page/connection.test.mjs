import assert from "node:assert/strict";
import test from "node:test";

/** @type {FakeSocket[]} */
let sockets = [];

class FakeSocket {
  constructor(url) {
    this.url = url;
    this.sent = [];
    sockets.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {}

  /** Open it, as a server with these events would. */
  welcome(events = []) {
    this.onopen();
    this.say({ type: "welcome", sides: [1], presence: { here: [1], watchers: 0 }, events, state: { number: 0 } });
  }

  say(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const stored = new Map();
const browser = {
  WebSocket: FakeSocket,
  location: { protocol: "http:", host: "example.test" },
  navigator: { onLine: true },
  document: new EventTarget(),
  localStorage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, text) => stored.set(key, text) },
  addEventListener: () => {},
  removeEventListener: () => {},
};
for (const [name, value] of Object.entries(browser)) Object.defineProperty(globalThis, name, { value, configurable: true });

const { Connection } = await import("../../src/gridlock/web/page/js/match/connection.js");
const MOVE = { move: "2,2" };

/** A connection with what its listener heard; time stands still until the test lets it pass. */
function connected(context, secret = "s") {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  sockets = [];
  const heard = { numbers: [], status: [] };
  const line = new Connection("m", secret, 0, {
    onSides: () => {}, onPresence: () => {},
    onState: (events) => heard.numbers.push(...events.map((event) => event.number)),
    onStatus: (status) => heard.status.push(status),
  });
  context.after(() => {
    line.close();
    stored.clear();
  });
  return { line, heard };
}

const sentMoves = (socket) => socket.sent.filter(({ type }) => type === "move");

test("unanswered actions are resent with the same request id", async (context) => {
  const { line, heard } = connected(context);
  sockets[0].welcome();
  const done = line.act("move", 0, MOVE);
  const [first] = sentMoves(sockets[0]);
  sockets[0].onclose();
  context.mock.timers.tick(60_000);
  assert.equal(sockets.length, 2);
  sockets[1].welcome();
  assert.deepEqual(sentMoves(sockets[1]), [first]);
  sockets[1].say({ type: "done", request: first.request, number: 1 });
  assert.equal((await done).number, 1);
  assert.deepEqual(heard.status, ["open", "lost", "open"]);
});

test("answered actions are not sent again", async (context) => {
  const { line } = connected(context);
  sockets[0].welcome();
  const done = line.act("move", 0, MOVE);
  sockets[0].say({ type: "done", request: sentMoves(sockets[0])[0].request, number: 1 });
  await done;
  sockets[0].onclose();
  context.mock.timers.tick(60_000);
  sockets[1].welcome();
  assert.deepEqual(sentMoves(sockets[1]), []);
});

test("a move survives closing its page", (context) => {
  const { line } = connected(context);
  void line.act("move", 0, MOVE);
  line.close();
  const again = new Connection("m", "s", 0, line.listener);
  context.after(() => again.close());
  sockets.at(-1)?.welcome();
  assert.equal(sentMoves(sockets.at(-1))[0].move, "2,2");
});

test("requests to a busy server are retried later", (context) => {
  const { line } = connected(context);
  sockets[0].welcome();
  void line.act("hint", 0);
  const { request } = sockets[0].sent.at(-1);
  sockets[0].say({ type: "refused", request, problem: { type: "/problems/busy", status: 503, detail: "", retry_after: 3 } });
  const before = sockets[0].sent.length;
  context.mock.timers.tick(2999);
  assert.equal(sockets[0].sent.length, before);
  context.mock.timers.tick(1);
  assert.equal(sockets[0].sent.at(-1).request, request);
});

test("a rejection is an error with the server's message", async (context) => {
  const { line } = connected(context);
  sockets[0].welcome();
  const done = line.act("move", 0, MOVE);
  const [{ request }] = sentMoves(sockets[0]);
  sockets[0].say({ type: "refused", request, problem: { type: "/problems/illegal", status: 409, detail: "Not there." } });
  await assert.rejects(done, { slug: "illegal", detail: "Not there." });
});

test("events arrive in order and once, and missing ones are requested", (context) => {
  const { heard } = connected(context);
  const event = (number) => ({ number, kind: "move" });
  sockets[0].welcome([event(1), event(2)]);
  sockets[0].say({ type: "event", event: event(2), state: {} });
  sockets[0].say({ type: "event", event: event(4), state: {} });
  assert.deepEqual(heard.numbers, [1, 2]);
  assert.deepEqual(sockets[0].sent.at(-1), { type: "since", since: 2 });
  sockets[0].say({ type: "events", events: [event(3), event(4)], state: {} });
  assert.deepEqual(heard.numbers, [1, 2, 3, 4]);
});

test("a deleted match is not requested again", (context) => {
  const { heard } = connected(context);
  sockets[0].onopen();
  sockets[0].say({ type: "refused", request: null, problem: { type: "/problems/not-found", status: 404, detail: "" } });
  context.mock.timers.tick(60_000);
  assert.equal(sockets.length, 1);
  assert.deepEqual(heard.status, ["gone"]);
});
