import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readSecretFiles } from './secret-files.js';

/**
 * Entry point of every container: `node launch.js PROGRAM`. Sets `NAME` to the content of the file that `NAME_FILE`
 * names, prints the demo's PIN if SHOW_ADMIN_PIN is on, then runs the program. Imports no package, so every image can
 * contain it.
 */
const [, launcher = '', program = ''] = process.argv;
try {
  Object.assign(
    process.env,
    readSecretFiles(process.env, (path) => readFileSync(path, 'utf8')),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const { ADMIN_PIN, NODE_ENV, PUBLIC_URL, SHOW_ADMIN_PIN } = process.env;
if (SHOW_ADMIN_PIN === 'on' && NODE_ENV !== 'production' && ADMIN_PIN)
  console.log(
    `Admin PIN ${ADMIN_PIN} for ${PUBLIC_URL ?? ''}/admin (shown by the demo only, unless changed in Settings)`,
  );
// The program finds its arguments at the usual positions.
process.argv = [process.argv[0] ?? launcher, program, ...process.argv.slice(3)];
await import(pathToFileURL(program).href);
