import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readSecretFiles } from './secret-files.js';

/**
 * How every container of the shop begins: `node launch.js PROGRAM`. Puts what `NAME_FILE` points to into `NAME`, says the
 * demo's PIN where SHOW_ADMIN_PIN is on, and becomes the program. Needs no package, so that every image can carry it.
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
  console.log(`Admin PIN ${ADMIN_PIN} for ${PUBLIC_URL ?? ''}/admin (shown by the demo only)`);
// a program finds its own arguments where it would find them without this one
process.argv = [process.argv[0] ?? launcher, program, ...process.argv.slice(3)];
await import(pathToFileURL(program).href);
