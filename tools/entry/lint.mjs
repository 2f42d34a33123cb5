// Lints every project, after proving that the rule on imports bites: without a project graph it is skipped silently.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true' };
const run = (command, args, options = {}) =>
  spawnSync(process.execPath, [`${root}/node_modules/${command}`, ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
    timeout: 300_000,
    ...options,
  });

const graph = run('nx/dist/bin/nx.js', ['graph', '--file=.nx/graph.json'], { stdio: 'ignore' });
if (graph.status !== 0) {
  console.error('The project graph could not be made: run `npx nx graph --file=.nx/graph.json` to see why.');
  process.exit(1);
}

const forbidden = [
  ['services/orders/src/forbidden.ts', "import '../../catalog/src/main.js';"],
  ['services/orders/src/forbidden.ts', "import '@geodes/servers';"],
  ['web/src/forbidden.ts', "import '@geodes/kit';"],
  ['libs/contracts/src/forbidden.ts', "import '@geodes/kit';"],
  ['tools/audit/src/forbidden.ts', "import '@geodes/orders/dist/main.js';"],
  ['services/orders/src/forbidden.ts', "import '@geodes/interleavings/dist/main.js';"],
  ['tools/interleavings/src/forbidden.ts', "import '@geodes/square-simulator/dist/main.js';"],
];
for (const [file, source] of forbidden) {
  const { stdout } = run('eslint/bin/eslint.js', ['--stdin', '--stdin-filename', file], { input: `${source}\n` });
  if (!stdout.includes('@nx/enforce-module-boundaries')) {
    console.error(`The rule on imports does not bite: ${file} may say ${source}\n${stdout}`);
    process.exit(1);
  }
}
console.log(`${forbidden.length} forbidden imports are refused.`);

const { status } = run('nx/dist/bin/nx.js', ['run-many', '-t', 'lint', '--parallel=2', '--outputStyle=static'], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
