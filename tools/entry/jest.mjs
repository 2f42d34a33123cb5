// Runs the tests of one kind, `unit` or `integration`: of the project in whose folder it is called, or of all. Writes the
// results to .results/KIND.json in that folder.
import { mkdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [kind = 'unit', ...rest] = process.argv.slice(2);
const jest = fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url));
const config = fileURLToPath(new URL('../../jest.config.mjs', import.meta.url));
const compiler = {
  SWC_NODE_PROJECT: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)),
  // by default a folder that the users of a machine share
  SWC_NODE_CACHE_DIR: fileURLToPath(new URL('../../node_modules/.cache/swc-node', import.meta.url)),
};
mkdirSync('.results', { recursive: true });
const args = [
  '--conditions=@geodes/source',
  '--import=@swc-node/register/esm-register',
  '--enable-source-maps',
  '--disable-warning=ExperimentalWarning',
  jest,
  '--config',
  config,
  '--passWithNoTests',
  '--json',
  `--outputFile=.results/${kind}.json`,
  '--verbose',
  '--runInBand',
];
if (kind === 'integration') args.push('--forceExit');
const { status } = spawnSync(process.execPath, [...args, ...rest], {
  env: { ...process.env, TEST_KIND: kind, ...compiler },
  stdio: ['ignore', 'ignore', 'inherit'],
  // Ends a run that was started by hand; `npm test` has its own timeout.
  timeout: 120 * 60_000,
});
process.exit(status ?? 1);
