/** Preloads lean-process.ts. Read as source by tests; what node runs is always the built one. */
export const LEAN_IMPORT = `--import=${new URL('../dist/lean-process.js', import.meta.url).href}`;

/** What belongs to lean-process.ts, and what each of these brings, is in docs/performance.md. */
const FOR_ALL = [
  // one thread that helps compiling and collecting instead of four: 1 to 3 MB a process
  '--v8-pool-size=1',
  '--expose-gc',
  LEAN_IMPORT,
];

/**
 * For those that live from a few functions that run ten thousand times a second. What a request leaves behind is gone before
 * it could grow old; a quiet process gives the room back.
 */
export const LEAN_FLAGS = ['--max-semi-space-size=16', ...FOR_ALL];

/**
 * For the others: half the room, V8's second optimising compiler is never loaded (4 to 6 MB a process), and the first compiles
 * one function after the other: on busy processors dozens wait for its thread, each with its memory (up to 40 MB together).
 */
export const LEANER_FLAGS = ['--max-semi-space-size=8', ...FOR_ALL, '--no-turbofan', '--no-concurrent-recompilation'];

/**
 * Environment of each: glibc keeps few heaps, and gives back what is free at the end of one. Left to itself it keeps ever
 * more, once a large piece was freed (https://man7.org/linux/man-pages/man3/mallopt.3.html, M_MMAP_THRESHOLD).
 */
export const LEAN_MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
