import { readFileSync } from 'node:fs';
import { json, notFound, page, type Route } from './http-server.js';
import type { LetterStore } from '../letters/letter-store.js';
import { FRAME_RIGHTS, letterPage, listPage, withLinksInTabs } from '../page/pages.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;
/** RFC 5321. */
const MAX_ADDRESS_LENGTH = 254;
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Serves the letters as JSON for tests, and deletes those of an address. */
export const letterRoutes = (store: LetterStore): Route[] => [
  {
    method: 'GET',
    path: /^\/letters$/,
    handle: async ({ query }) => {
      const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
      if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
        return json(400, { message: `limit must be a whole number from 1 to ${MAX_LIMIT}.` });
      const kept = await store.list(limit, query.get('to') ?? undefined);
      const letters = await Promise.all(kept.map(({ name }) => store.read(name)));
      return json(200, { letters: letters.filter((letter) => letter !== undefined) });
    },
  },
  {
    method: 'DELETE',
    path: /^\/letters$/,
    handle: async ({ query, remoteAddress }) => {
      // a container that publishes the page is reached from elsewhere, too
      if (!LOOPBACK.test(remoteAddress ?? '')) return notFound();
      const to = query.get('to') ?? '';
      if (!to.includes('@') || to.length > MAX_ADDRESS_LENGTH)
        return json(400, { message: 'to must be an email address.' });
      return json(200, { deleted: await store.deleteFor(to) });
    },
  },
];

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
