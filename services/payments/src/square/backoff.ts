const FIRST_MS = 300;
const MAX_MS = 8_000;

/** Milliseconds to wait after this many failed tries: doubles, and half of it is random, so callers do not return together. */
export const backoffMs = (tries: number): number => {
  const full = Math.min(MAX_MS, FIRST_MS * 2 ** (tries - 1));
  return full * (0.5 + Math.random() / 2);
};
