import type { Terminal } from './terminal.js';

const QUIET_MS = 1000;
const REMIND_MS = 10_000;

/** `4.2 s` */
export const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Runs one step of the start. Prints its title after a second, a reminder every ten seconds, and its duration. */
export async function runStep<Result>(
  terminal: Terminal,
  title: string | (() => string),
  run: () => Promise<Result>,
): Promise<Result> {
  const began = Date.now();
  const titleNow = () => (typeof title === 'string' ? title : title());
  const say = setTimeout(() => terminal.say(`  ${titleNow()} …`), QUIET_MS);
  const remind = setInterval(
    () => terminal.say(`  still ${titleNow()} (${formatSeconds(Date.now() - began)})`),
    REMIND_MS,
  );
  try {
    const result = await run();
    terminal.say(`✓ ${titleNow()} ${terminal.faint(formatSeconds(Date.now() - began))}`);
    return result;
  } finally {
    clearTimeout(say);
    clearInterval(remind);
  }
}
