// Builds the shop with Nx, which builds only what has changed. Plain JavaScript for Node 20.19.
import { join } from 'node:path';
import { environment, node, Refused, root } from './prepare.mjs';
import { run, showProgress } from './steps.mjs';

const BUILD_TIMEOUT_MS = 10 * 60_000;

export async function build() {
  const done = showProgress('building');
  const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
  const args = [nx, 'run-many', '-t', 'build', '--outputStyle=static'];
  // React has a slow bundle for any other NODE_ENV. The caller's value is for the processes, not for the build.
  const env = { ...environment(), NODE_ENV: 'production' };
  const { ok, output } = await run(node(), args, { cwd: root, env, limitMs: BUILD_TIMEOUT_MS });
  done(ok ? '✓ built' : '✗ the build failed');
  if (!ok)
    throw new Refused(`${output.trim()}\n\nThe build failed; what to mend stands above. Then run the command again.`);
}
