import { existsSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { inWorkspace, readText } from '../deployment-files.js';
import { externalImages, isPinned } from './external-images.js';

/**
 * `npm run images`: lists the images of others that Dockerfile, Compose and Kubernetes use, and how to pin each by digest. A
 * tag can be moved to another image, a digest cannot. Asks no registry.
 */
const settings = existsSync(inWorkspace('.env')) ? parseEnv(readText('.env')) : {};

for (const { image, file, pin } of externalImages({ ...settings, ...process.env }))
  console.log(
    `${isPinned(image) ? '✓ pinned  ' : '· by tag  '}${image}  (${file})${isPinned(image) ? '' : `\n            ${pin}`}`,
  );
console.log('\nDIGEST, sha256:…, is printed by: docker buildx imagetools inspect IMAGE');
