import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Account } from '../account.js';
import { issueCardToken } from '../payments/card-token.js';

const ASSETS = fileURLToPath(new URL('../../assets/', import.meta.url));
const RULES = dirname(fileURLToPath(import.meta.url));
const FONT = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2'));

/** Of the page inside the frame; what embeds it has a policy of its own. Any page may embed it, as with Square. */
const FRAME_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');

/** /v1: the stand-in for Square's Web Payments script, the card form it frames, and the tokens that the form makes. */
export const webPaymentsRoutes = async (app: FastifyInstance, account: Account): Promise<void> => {
  app.addHook('onRequest', async (_, reply) => {
    reply.headers({
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    });
  });
  await app.register(fastifyStatic, {
    root: ASSETS,
    cacheControl: false,
    index: false,
    setHeaders: (reply, path) => {
      reply.header('Cache-Control', 'no-cache');
      if (path.endsWith('square.js')) reply.header('Access-Control-Allow-Origin', '*');
      if (path.endsWith('.html')) reply.header('Content-Security-Policy', FRAME_POLICY);
    },
  });
  for (const rules of ['card-rules.js', 'verification-rules.js'])
    app.get(`/${rules}`, (_, reply) => reply.sendFile(rules, RULES));
  app.get('/inter.woff2', (_, reply) => reply.sendFile('inter-latin-opsz-normal.woff2', dirname(FONT)));
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, __, done) => done(null));
  app.post('/challenge', (_, reply) => reply.sendFile('challenge.html'));
  app.post('/card-nonce', (request, reply) => {
    const { status, body } = issueCardToken(account, request.body);
    return reply.status(status).header('Cache-Control', 'no-store').send(body);
  });
};
