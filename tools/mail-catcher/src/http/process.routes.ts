import { access, constants } from 'node:fs/promises';
import type { SMTPServer } from 'smtp-server';
import { json, type Route } from './route.js';

/** Serves health and metrics like every process of the shop. Ready: letters can arrive and be written. */
export const processRoutes = (smtp: SMTPServer, mailFolder: string): Route[] => [
  { method: 'GET', path: /^\/health\/live$/, handle: () => json(200, { status: 'ok' }) },
  {
    method: 'GET',
    path: /^\/health\/ready$/,
    handle: async () => {
      const isWritable = await access(mailFolder, constants.W_OK).then(
        () => true,
        () => false,
      );
      if (smtp.server.listening && isWritable) return json(200, { status: 'ok' });
      return json(503, { status: 'unavailable', failing: [isWritable ? 'smtp' : 'mail folder'] });
    },
  },
  {
    method: 'GET',
    path: /^\/metrics$/,
    handle: async () => {
      // loaded when the first reader comes: a shop on one machine has none
      const { registry } = await import('./metrics.js');
      return { status: 200, type: registry.contentType, body: await registry.metrics() };
    },
  },
];
