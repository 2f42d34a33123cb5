// Runs a tool for npm scripts such as `npm run ops`: `tool.mjs NAME [words]` runs tools/NAME/dist/main.js with the words.
// NAME `start/backup` is tools/start/dist/backup/main.js. Plain JavaScript, so that it can say that nothing is built yet.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';

/** Files that a tool which starts a whole shop needs. */
const SHOP = ['tools/start/dist/main.js', 'gateway/dist/main.js', 'web/dist/server/render.mjs'];
const STARTS_A_SHOP = ['bench', 'stress'];

// The tool gets only its own words.
const [name = ''] = process.argv.splice(2, 1);
const [project, part = ''] = name.split('/');
const main = join(root, 'tools', project, 'dist', part, 'main.js');
const needed = [main, ...(STARTS_A_SHOP.includes(project) ? SHOP.map((path) => join(root, path)) : [])];
if (needed.every((path) => existsSync(path))) await import(pathToFileURL(main).href);
else {
  console.error('The shop is not built yet. Run npm start once, or npm run build.');
  process.exitCode = 2;
}
