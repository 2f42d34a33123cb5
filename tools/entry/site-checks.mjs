// `npm run screenshots`, `lighthouse`, `inp`, `challenge` and `owner-day`: runs a project of e2e on a shop of its own. Words
// select the tests whose titles contain all of them: `npm run screenshots -- 390 cart`. Plain JavaScript for Node 20.19.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environment, node, root } from './prepare.mjs';

/** Number of demo geodes: three gallery pages for screenshots, more than one page for measurements. */
const GEODES = { screenshots: 24, lighthouse: 12, inp: 12, challenge: 1, 'owner-day': 1 };

const [project, ...words] = process.argv.slice(2);
if (!existsSync(join(root, 'web', 'dist'))) {
  console.error('The shop is not built yet. Run npm start once, or npm run build.');
  process.exit(2);
}
const titled = words.map((word) => `(?=.*${word})`).join('');
const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
const args = ['test', `--project=${project}`, '--reporter=list', '--global-timeout=3600000'];
const { status } = spawnSync(node(), [cli, ...args, ...(titled ? ['--grep', titled] : [])], {
  cwd: join(root, 'e2e'),
  env: {
    ...environment(),
    E2E_RUN: `site-checks-${project}`,
    E2E_SEED_COUNT: String(GEODES[project]),
    E2E_WHOLE_SEED: '1',
  },
  stdio: 'inherit',
});
process.exit(status ?? 1);
