import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url));

/** Describes when, on what machine and how something was measured. */
export const circumstances = (how: string): string => {
  const [load = 0] = loadavg();
  const when = new Date().toISOString().slice(0, 10);
  return `Measured ${when}: ${how}, ${cpus().length} cores, load ${load.toFixed(1)}.`;
};

/** Writes a table into RESULTS.md, between the markers of this name. Throws if there are none. */
export const keep = async (name: string, written: string): Promise<void> => {
  const document = await readFile(RESULTS, 'utf8');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = [document.split(begin)[0], document.split(end)[1]];
  if (rest === undefined) throw new Error(`${RESULTS} lacks the markers ${begin} and ${end}.`);
  await writeFile(RESULTS, `${before}${begin}\n\n${written}\n\n${end}${rest}`);
};
