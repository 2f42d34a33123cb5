import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

const DOCUMENT = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));

/** When, on what machine, and how. */
export const circumstances = (how: string): string => {
  const [load = 0] = loadavg();
  const when = new Date().toISOString().slice(0, 10);
  return `Measured ${when}: ${how}, ${cpus().length} cores, load ${load.toFixed(1)}.`;
};

/** Keeps what was measured in docs/performance.md, in the place of this name. Throws where there is none. */
export const keep = async (name: string, written: string): Promise<void> => {
  const document = await readFile(DOCUMENT, 'utf8');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = [document.split(begin)[0], document.split(end)[1]];
  if (rest === undefined) throw new Error(`${DOCUMENT} has no place for the figures: ${begin} and ${end}.`);
  await writeFile(DOCUMENT, `${before}${begin}\n\n${written}\n\n${end}${rest}`);
};
