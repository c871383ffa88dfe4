/** Calendar days in the user's time zone, as texts like 2026-11-16. */

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Return the current day. */
export function today(now = new Date()) {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/**
 * Return the day this many days later, or earlier if negative.
 * @param {string} day
 * @param {number} count
 */
export function daysAfter(day, count) {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + count);
  return moment.toISOString().slice(0, 10);
}

/**
 * Whether a value is a valid day.
 * @param {unknown} text
 * @returns {text is string}
 */
export function isDay(text) {
  return typeof text === "string" && DAY.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

/**
 * Format a day: Monday, 16 November.
 * @param {string} day
 * @param {Intl.DateTimeFormatOptions} [form]
 */
export function dayText(day, form = { weekday: "long", day: "numeric", month: "long" }) {
  return new Intl.DateTimeFormat("en-GB", { ...form, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}

/** Return the hours until midnight, rounded up. */
export function hoursUntilTomorrow(now = new Date()) {
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return Math.ceil((tomorrow.getTime() - now.getTime()) / 3_600_000);
}
