import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** What a baseline serves: fixed responses by path, or the results of a path's statements. */
export interface BaselineSetup {
  /** Bodies are base64. */
  responses?: Record<string, { headers: Record<string, string>; body: string }>;
  database?: string;
  statements?: string[];
  /** By path: numbers of statements, each with its parameters. */
  queries?: Record<string, [number, unknown[]][]>;
}

/** The pool size of a service. */
const POOL_SIZE = 10;

process.on('disconnect', () => process.exit(0));
process.once('message', ({ responses = {}, database, statements = [], queries = {} }: BaselineSetup) => {
  const prepared = new Map(
    Object.entries(responses).map(([path, { headers, body }]) => {
      const bytes = Buffer.from(body, 'base64');
      return [path, { headers: { ...headers, 'content-length': bytes.length }, bytes }] as const;
    }),
  );
  const pool = new pg.Pool({ connectionString: database, max: POOL_SIZE });
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const ready = prepared.get(path);
    if (ready) return void response.writeHead(200, ready.headers).end(ready.bytes);
    const ofPath = queries[path];
    if (!ofPath) return void response.writeHead(404).end();
    const results = ofPath.map(([number, values]) =>
      // named, as those of a service are: PostgreSQL parses each once per connection
      pool.query({ name: `q${number}`, text: statements[number] ?? '', values }),
    );
    Promise.all(results).then(
      (done) => {
        const body = JSON.stringify(done.map(({ rows }) => rows as unknown[]));
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
        response.end(body);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
});
