// `npm run lighthouse` and `npm run screenshots`. Plain JavaScript, so that it can say what is missing.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const needed = [
  'dist/main.js',
  '../start/dist/main.js',
  '../../gateway/dist/main.js',
  '../../web/dist/site-pages.json',
];
if (needed.every((path) => existsSync(fileURLToPath(new URL(path, import.meta.url)))))
  await import(new URL('dist/main.js', import.meta.url).href);
else {
  console.error('The shop is not built yet. Run npm start once, or npm run build.');
  process.exitCode = 2;
}
