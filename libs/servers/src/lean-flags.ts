/** Preloads lean-process.ts. Read as source by tests; what node runs is always the built one. */
export const LEAN_IMPORT = `--import=${new URL('../dist/lean-process.js', import.meta.url).href}`;

/** For every process of a shop; what belongs to lean-process.ts, and what each brings, is in docs/performance.md. */
export const LEAN_FLAGS = [
  // what a purchase leaves behind is gone before it could grow old; a quiet process gives the room back
  '--max-semi-space-size=16',
  // one thread that helps compiling and collecting instead of four: 1 to 3 MB a process
  '--v8-pool-size=1',
  '--expose-gc',
  LEAN_IMPORT,
];

/**
 * For those that do not live from a few functions that run ten thousand times a second: V8's second optimising compiler is
 * never loaded (4 to 6 MB a process), the first does what they need.
 */
export const LEANER_FLAGS = [...LEAN_FLAGS, '--no-turbofan'];
