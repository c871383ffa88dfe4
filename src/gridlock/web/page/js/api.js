/** Requests to the server. Every failure is an ApiError whose message can be shown to the player. */

/** @typedef {import("./types.js").Games} Games */

/** An error response, or no response at all (status 0). */
export class ApiError extends Error {
  /**
   * @param {string} detail
   * @param {import("./types.js").Problem} problem
   */
  constructor(detail, problem) {
    super(detail);
    this.name = "ApiError";
    /** The message for the player. */
    this.detail = detail;
    this.problem = problem;
    this.status = problem.status;
    /** The last part of the problem's type, like "out-of-date". */
    this.slug = problem.type.split("/").at(-1) ?? "";
  }
}

/** An error of the page itself; its message can be shown to the player. */
export class PageError extends Error {}

/** Return the message of an error, or the default for unexpected ones. @param {unknown} error @param {string} [fallback] */
export function errorText(error, fallback = "Something went wrong here. Please try again.") {
  if (error instanceof PageError) return error.message;
  return error instanceof ApiError ? error.detail : fallback;
}

/**
 * @param {string} path
 * @param {Record<string, any>} [query]
 * @param {{secret?: string, signal?: AbortSignal}} [more]
 * @returns {Promise<any>}
 */
export function get(path, query = {}, more = {}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") {
      search.set(name, Array.isArray(value) ? value.join(" ") : String(value));
    }
  }
  const queryString = search.toString();
  return send(queryString ? `${path}?${queryString}` : path, { signal: more.signal ?? null }, more.secret);
}

/**
 * @param {string} path
 * @param {any} body
 * @param {{secret?: string, signal?: AbortSignal}} [more]
 * @returns {Promise<any>}
 */
export function post(path, body, more = {}) {
  const headers = { "Content-Type": "application/json" };
  return send(path, { method: "POST", headers, body: JSON.stringify(body), signal: more.signal ?? null }, more.secret);
}

/**
 * @param {string} path
 * @param {RequestInit} init
 * @param {string} [secret]
 */
async function send(path, init, secret) {
  const headers = new Headers(init.headers);
  if (secret) headers.set("Authorization", `Bearer ${secret}`);
  let response;
  try {
    response = await fetch(path, { ...init, headers });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw unreachable("The server cannot be reached. Are you online?");
  }
  const kind = response.headers.get("Content-Type") ?? "";
  const body = kind.includes("json") ? await response.json() : await response.text();
  if (response.ok) return body;
  if (typeof body === "object" && body && "detail" in body) throw new ApiError(String(body.detail), body);
  throw new ApiError("The server had a problem with this. Please try again.", {
    type: "/problems/internal", title: "", status: response.status, detail: "",
  });
}

/** @param {string} detail */
function unreachable(detail) {
  return new ApiError(detail, { type: "/problems/unreachable", title: "", status: 0, detail });
}

/**
 * Return the fields that name a scene's game: id, size and options.
 * @param {{game: string, size?: string, options?: Record<string, string>}} scene
 * @returns {Record<string, string>}
 */
export function gameQuery(scene) {
  return { game: scene.game, ...(scene.size ? { size: scene.size } : {}), ...(scene.options ?? {}) };
}

/**
 * Return the fields that name a scene's game and position.
 * @param {import("./types.js").Scene} scene
 * @returns {Record<string, string>}
 */
export function positionQuery(scene) {
  return { ...gameQuery(scene), position: scene.position };
}

/** Create an id for a request. The server carries out repeated ids only once. */
export function newRequest() {
  return token(12);
}

/** Create the secret of a seat: 32 random bytes as 43 characters. */
export function newSecret() {
  return token(32);
}

/** @param {number} bytes */
function token(bytes) {
  const text = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @type {Promise<Games> | null} */
let gamesRequest = null;

/**
 * Return all games and bots. The response is cached; a failed request is retried on the next call.
 * @returns {Promise<Games>}
 */
export function allGames() {
  gamesRequest ??= get("/api/games").catch((error) => {
    gamesRequest = null;
    throw error;
  });
  return gamesRequest;
}
