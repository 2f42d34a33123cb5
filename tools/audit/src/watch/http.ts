import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { metrics } from './metrics.js';

/** Serves /health/live, /health/ready (503 while `failing` returns a name) and /metrics. Throws when the port is taken. */
export async function serve(host: string, port: number, failing: () => string | undefined): Promise<Server> {
  const server = createServer((request, response) => {
    void respond(request.url?.split('?', 1)[0], response, failing()).catch(() => response.destroy());
  });
  server.requestTimeout = 5_000;
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

async function respond(path: string | undefined, response: ServerResponse, failing: string | undefined): Promise<void> {
  if (path === '/health/live') json(response, 200, { status: 'ok' });
  else if (path === '/health/ready' && failing) json(response, 503, { status: 'unavailable', failing: [failing] });
  else if (path === '/health/ready') json(response, 200, { status: 'ok' });
  else if (path === '/metrics') {
    const text = await metrics.registry.metrics();
    response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text);
  } else json(response, 404, { status: 'not found' });
}

const json = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
};
