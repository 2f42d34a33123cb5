// `npm run ops`. Plain JavaScript, so that it can say what is missing.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('dist/main.js', import.meta.url);
if (existsSync(fileURLToPath(main))) await import(main.href);
else {
  console.error('The tool of the operator is not built yet. Run npm start once, or npm run build.');
  process.exitCode = 2;
}
