/** 2026-11-21 14:05:09, by this machine's clock and time zone. */
export const localTime = (iso: string): string => new Date(iso).toLocaleString('sv-SE');

const STEPS: [seconds: number, unit: string][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

/** How long ago `iso` was at `at`, roughly: `5 s`, `12 min`, `3 h`, `2 d`. */
export const since = (iso: string, at: string): string => {
  const seconds = Math.max(0, Math.round((Date.parse(at) - Date.parse(iso)) / 1_000));
  const [step, unit] = STEPS.find(([least]) => seconds >= 2 * least) ?? [1, 's'];
  return `${Math.floor(seconds / step)} ${unit}`;
};
