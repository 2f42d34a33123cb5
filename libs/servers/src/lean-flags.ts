/** For every process of a shop; what belongs to lean-process.ts, and what each brings, is in docs/performance.md. */
export const LEAN_FLAGS = [
  // what a purchase leaves behind is gone before it could grow old; a quiet process gives the room back
  '--max-semi-space-size=16',
  // one thread that helps compiling and collecting instead of four: 1 to 3 MB a process
  '--v8-pool-size=1',
  '--expose-gc',
  // read as source by tests; what node runs is always the built one
  `--import=${new URL('../dist/lean-process.js', import.meta.url).href}`,
];
