import { readFileSync } from 'node:fs';
import { type Route, notFound, page } from '../http/http-server.js';
import type { LetterStore } from '../letters/letter-store.js';
import { FRAME_RIGHTS, letterPage, listPage, withLinksInTabs } from './pages.js';

const LETTERS_PER_PAGE = 100;
const STYLE = readFileSync(new URL('../../assets/catcher.css', import.meta.url));

/** Serves the list of letters, and each one. Only the shop's pictures load inside a letter. */
export const pageRoutes = (store: LetterStore, shopOrigin: string): Route[] => {
  const letterPolicy = [
    `sandbox ${FRAME_RIGHTS}`,
    "default-src 'none'",
    `img-src ${shopOrigin} data:`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

  return [
    {
      method: 'GET',
      path: /^\/catcher\.css$/,
      handle: () => ({ status: 200, type: 'text/css; charset=utf-8', body: STYLE }),
    },
    {
      method: 'GET',
      path: /^\/$/,
      handle: async ({ query }) => {
        const before = query.get('before');
        const all = store.names();
        const rest = before ? all.filter((name) => name < before) : all;
        const names = rest.slice(0, LETTERS_PER_PAGE);
        const older = rest.length > names.length ? names.at(-1) : undefined;
        return page(listPage(await store.summaries(names), all.length, older));
      },
    },
    {
      method: 'GET',
      path: /^\/letters\/([\w-]+)$/,
      handle: async ({ params: [name = ''] }) => {
        const letter = await store.read(name);
        return letter ? page(letterPage(letter)) : notFound();
      },
    },
    {
      method: 'GET',
      path: /^\/letters\/([\w-]+)\/html$/,
      handle: async ({ params: [name = ''] }) => {
        const letter = await store.read(name);
        return letter?.html ? page(withLinksInTabs(letter.html), letterPolicy) : notFound();
      },
    },
  ];
};
