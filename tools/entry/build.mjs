// Builds the shop with Nx, or proves that the last build still stands. Plain JavaScript for Node 20.19.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, node, Refused, root, writeWhole } from './prepare.mjs';
import { run, showProgress } from './steps.mjs';

const BUILD_LIMIT_MS = 10 * 60_000;
const RECORD = join(root, '.nx', 'built.json');
const SOURCE_FOLDERS = ['libs', 'services', 'gateway', 'web', 'tools'];
const NOT_SOURCES = new Set(['node_modules', 'dist', '.results', '.local', '.nx']);

/** Nx takes seconds to find that nothing changed; comparing every file's content takes a tenth of one. */
export async function build() {
  const inputs = fingerprint(sources());
  const built = readRecord();
  if (built.inputs === inputs && built.outputs === fingerprint(outputs())) return;
  const done = showProgress('building');
  const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
  const args = [nx, 'run-many', '-t', 'build', '--outputStyle=static'];
  // React has a second, slow bundle for any other NODE_ENV: what the caller says is for the processes, not for the build
  const env = { ...environment(), NODE_ENV: 'production' };
  const { ok, output } = await run(node(), args, { cwd: root, env, limitMs: BUILD_LIMIT_MS });
  done(ok ? '✓ built' : '✗ the build failed');
  if (!ok)
    throw new Refused(`${output.trim()}\n\nThe build failed; what to mend stands above. Then run the command again.`);
  writeWhole(RECORD, JSON.stringify({ inputs, outputs: fingerprint(outputs()) }));
}

function sources() {
  const own = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.startsWith('.env'),
  );
  return [
    ...own.map((entry) => join(root, entry.name)),
    ...SOURCE_FOLDERS.flatMap((folder) => filesIn(join(root, folder), NOT_SOURCES)),
  ];
}

function outputs() {
  const projects = ['gateway', 'web', ...['libs', 'services', 'tools'].flatMap((kind) => foldersIn(kind))];
  return projects.flatMap((project) => filesIn(join(root, project, 'dist'), new Set()));
}

const foldersIn = (kind) => readdirSync(join(root, kind)).map((name) => join(kind, name));

function filesIn(folder, leaveOut) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (leaveOut.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path, leaveOut);
    return entry.isFile() ? [path] : [];
  });
}

function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function readRecord() {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8'));
  } catch {
    return {};
  }
}
