// Lints every project, after proving that the rules on imports bite.
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

const forbidden = [
  ['services/orders/src/forbidden.ts', "import '../../catalog/src/main.js';"],
  ['services/orders/src/forbidden.ts', "import '@geodes/servers';"],
  ['web/src/forbidden.ts', "import '@geodes/kit';"],
  ['libs/contracts/src/forbidden.ts', "import '@geodes/kit';"],
  ['tools/audit/src/forbidden.ts', "import '@geodes/orders/dist/main.js';"],
  ['services/orders/src/forbidden.ts', "import '@geodes/interleavings/dist/main.js';"],
  ['tools/interleavings/src/forbidden.ts', "import '@geodes/square-simulator/dist/main.js';"],
  ['libs/servers/src/forbidden.ts', "await import('@geodes/kit');"],
  ['gateway/src/forbidden.ts', "export * from '@geodes/testing';"],
];
for (const [file, source] of forbidden) {
  const { stdout } = run('eslint/bin/eslint.js', ['--stdin', '--stdin-filename', file], { input: `${source}\n` });
  if (!stdout.includes('Forbidden by the layers')) {
    console.error(`The rules on imports do not bite: ${file} may say ${source}\n${stdout}`);
    process.exit(1);
  }
}
console.log(`${forbidden.length} forbidden imports are refused.`);

const { status } = run('nx/dist/bin/nx.js', ['run-many', '-t', 'lint', '--parallel=2', '--outputStyle=static'], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
