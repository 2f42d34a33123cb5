// Deletes built migrations whose source is gone, which the compiler leaves: a service runs every migration in its folder.
import { existsSync, globSync, rmSync } from 'node:fs';

for (const built of globSync('services/*/dist/migrations/*'))
  if (!existsSync(built.replace('/dist/', '/src/').replace(/\.(js|js\.map|d\.ts|d\.ts\.map)$/, '.ts'))) rmSync(built);
