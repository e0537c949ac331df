/** The last millisecond of the year 9999: later days have five digits, and would sort before all others. */
const LAST = Date.UTC(10_000, 0) - 1;

/** The UTC day of a time, `YYYY-MM-DD`: days compare as text. Times outside the years 1970 to 9999 are drawn in. */
export function dayOf(at: number): string {
  return new Date(Math.min(Math.max(at, 0), LAST)).toISOString().slice(0, 10);
}
