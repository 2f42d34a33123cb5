import { type Route, json, notFound } from '../http/http-server.js';
import type { LetterStore } from './letter-store.js';

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
