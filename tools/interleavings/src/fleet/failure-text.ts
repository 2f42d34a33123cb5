import type { Told } from './worker.js';

/** A failed interleaving in words: its schedule, what is wrong, and how to see it again. */
export const failureText = ({ seed, violations, schedule }: Told, mutation = 'none'): string =>
  [
    `Seed ${seed}:`,
    ...(schedule ?? []),
    ...violations.map((violation) => `✗ seed ${seed}: ${violation}`),
    `  npm run interleavings -- --seed ${seed}${mutation === 'none' ? '' : ` --mutation ${mutation}`}`,
  ].join('\n');
