/**
 * The JSON of lessons, as types. Nothing here runs.
 *
 * @typedef {import("../types.js").Scene} Scene
 * @typedef {object} Lesson
 * @property {number} number
 * @property {string} title
 * @property {string} text
 * @property {"any" | "forbidden" | "win" | "follow"} goal
 * @property {boolean} hints whether there is a move that is asked for
 * @property {Scene[]} scenes through the moves that come first, to the one that is played on
 *
 * @typedef {{game: string, name: string, lessons: Lesson[]}} Lessons
 * @typedef {{text: string, right: boolean, done: boolean, cells: number[], scenes: Scene[]}} Tried
 */
export {};
