import { fileURLToPath } from 'node:url';

/** The checkout: this file runs as tools/start/dist/root.js. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
