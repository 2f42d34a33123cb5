/** Formats a time as 2026-11-21 14:05:09 in this machine's time zone. */
export const formatLocalTime = (iso: string): string => new Date(iso).toLocaleString('sv-SE');

const STEPS: [seconds: number, unit: string][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

/** Formats the time from `iso` to `at` roughly: `5 s`, `12 min`, `3 h`, `2 d`. */
export const formatAge = (iso: string, at: string): string => {
  const seconds = Math.max(0, Math.round((Date.parse(at) - Date.parse(iso)) / 1_000));
  const [step, unit] = STEPS.find(([least]) => seconds >= 2 * least) ?? [1, 's'];
  return `${Math.floor(seconds / step)} ${unit}`;
};
