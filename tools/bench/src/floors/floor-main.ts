import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** Sent as they are. */
export interface PreparedReply {
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}

/** What a floor is told: replies by path, or statements by path and the database to ask. */
export interface FloorOrder {
  replies?: Record<string, PreparedReply>;
  database?: string;
  /** As many connections as the service has. */
  poolSize?: number;
  statements?: string[];
  /** Of each path: which statements, each with its parameters. */
  asked?: Record<string, [number, unknown[]][]>;
}

process.on('disconnect', () => process.exit(0));
process.once('message', (order: FloorOrder) => {
  const replies = new Map(
    Object.entries(order.replies ?? {}).map(([path, { headers, body }]) => {
      const bytes = Buffer.from(body, 'base64');
      return [path, { headers: { ...headers, 'content-length': bytes.length }, bytes }] as const;
    }),
  );
  const { database, statements = [], asked = {} } = order;
  const pool = database && new pg.Pool({ connectionString: database, max: order.poolSize ?? 10 });
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const ready = replies.get(path);
    if (ready) {
      response.writeHead(200, ready.headers).end(ready.bytes);
      return;
    }
    const queries = asked[path];
    if (!pool || !queries) {
      response.writeHead(404).end();
      return;
    }
    Promise.all(queries.map(([statement, parameters]) => pool.query(statements[statement] ?? '', parameters))).then(
      (results) => {
        const body = JSON.stringify(results.map(({ rows }) => rows));
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
        response.end(body);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
});
