/** A stream of random numbers that depends on its seed alone. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  range(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  /** Centred on 0, from -1.5 to 1.5, mostly within 0.5. */
  bell(): number;
}

/** Makes a stream: FNV-1a of the seed initialises mulberry32. */
export function random(seed: string | number): Random {
  let a = 2166136261;
  for (const ch of String(seed)) a = Math.imul(a ^ ch.charCodeAt(0), 16777619);
  const next = () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  for (let i = 0; i < 4; i++) next(); // similar seeds start with similar numbers
  return {
    next,
    range: (low, high) => low + (high - low) * next(),
    pick: (list) => list[Math.floor(next() * list.length)],
    bell: () => next() + next() + next() - 1.5,
  };
}
