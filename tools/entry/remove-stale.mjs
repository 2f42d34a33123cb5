// Deletes built files whose source is gone, which the compiler leaves: a service runs every migration in its folder.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const [built = ''] = process.argv.slice(2);
const source = built.replace(/^dist/, 'src');
for (const file of existsSync(built) ? readdirSync(built) : [])
  if (!existsSync(join(source, file.replace(/\.(js|js\.map|d\.ts|d\.ts\.map)$/, '.ts')))) rmSync(join(built, file));
