import { readFileSync } from 'node:fs';

/** The version of the shop: the workspace has one, which every package of it states. */
export const shopVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version;
