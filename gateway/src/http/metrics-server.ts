import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { metrics } from '@geodes/kit';

const REQUEST_TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 20;

/** Serves GET /metrics on a port that is not published. Throws when the port is taken. It ends with the process. */
export const serveMetrics = async (port: number, host: string): Promise<Server> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text),
      () => response.destroy(),
    );
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(port, host);
  await once(server, 'listening');
  return server;
};
