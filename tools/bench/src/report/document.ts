import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { between, type Row, table } from './row.js';

const DOCUMENT = fileURLToPath(new URL('../../../../docs/performance.md', import.meta.url));

/** When, and on what machine. */
const circumstances = (): string => {
  const [load = 0] = loadavg();
  const when = new Date().toISOString().slice(0, 10);
  return `Measured ${when}: ${cpus().length} cores, load generator and databases included, load ${load.toFixed(1)}.`;
};

/** Keeps the rows in docs/performance.md, in the place of this name. */
export const keepInDocument = async (name: string, rows: readonly Row[]): Promise<void> => {
  const document = await readFile(DOCUMENT, 'utf8');
  await writeFile(DOCUMENT, between(document, name, `${table(rows)}\n\n${circumstances()}`));
};
