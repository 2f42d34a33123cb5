import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What a client sends to PostgreSQL and waits for: a simple query, or an extended one up to its Sync. */
export interface Statement {
  /** As it was prepared, also where only its name is sent. */
  text: string;
  /** Which one of its transaction it is: 0 is what begins it. -1 outside of a transaction. */
  number: number;
  /** Its values among what was sent. */
  values: string;
  /** All that its transaction has sent up to it, values included; outside of a transaction its own. */
  transaction: string;
}

/**
 * Where the connection ends: `before` the server gets the statement, `after` the server has carried it out and before
 * its reply passes, or `behind` the reply, while the client has nothing under way.
 */
export type Cut = 'before' | 'after' | 'behind';

export interface CuttingProxy {
  /** The URL given, through the proxy. */
  url: string;
  /** Asked about each statement from now on; undefined lets it pass. */
  cut(rule: (statement: Statement) => Cut | undefined): void;
  stop(): Promise<void>;
}

const PASS = () => undefined;
/** ReadyForQuery, the end of every reply: its type, its length of 5, and one byte more. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);

/** Stands between a service and a real PostgreSQL and ends connections at the boundaries of statements. No TLS. */
export const cuttingProxy = async (target: string): Promise<CuttingProxy> => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let rule: (statement: Statement) => Cut | undefined = PASS;
  const server = createServer((client) => {
    const postgres = connect(Number(port), hostname);
    const end = () => {
      for (const socket of [client, postgres]) {
        socket.destroy();
        sockets.delete(socket);
      }
    };
    for (const socket of [client, postgres]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    follow(client, postgres, end, (statement) => rule(statement));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: url.toString(),
    cut: (wanted) => void (rule = wanted),
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};

const follow = (client: Socket, postgres: Socket, end: () => void, rule: (statement: Statement) => Cut | undefined) => {
  const prepared = new Map<string, string>();
  let reply: 'pass' | 'behind' | 'after' = 'pass';
  let unread = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let pending: Buffer[] = [];
  let text = '';
  let isStarted = false;
  let transaction = { text: '', count: -1 };

  const statementIsWhole = (): void => {
    if (/^(START TRANSACTION|BEGIN)/i.test(text)) transaction = { text: '', count: 0 };
    const values = Buffer.concat(pending).toString('latin1');
    transaction.text = transaction.count < 0 ? values : transaction.text + values;
    const cut = rule({ text, number: transaction.count, values, transaction: transaction.text });
    if (transaction.count >= 0) transaction.count += 1;
    if (/^(COMMIT|ROLLBACK)$/i.test(text)) transaction = { text: '', count: -1 };
    if (cut === 'before') return end();
    reply = cut ?? 'pass';
    postgres.write(Buffer.concat(pending));
    pending = [];
  };

  const message = (type: string, body: Buffer): void => {
    const [first = '', second = ''] = body.toString('utf8').split('\0');
    if (type === 'Q') text = first;
    if (type === 'P') prepared.set(first, (text = second));
    if (type === 'B') text = prepared.get(second) ?? '';
  };

  client.on('data', (chunk) => {
    // nothing follows a connection's last statement
    if (reply !== 'pass') return;
    unread = Buffer.concat([unread, chunk]);
    for (;;) {
      // the first message of a connection has no type
      const typeBytes = isStarted ? 1 : 0;
      if (unread.length < typeBytes + 4) return;
      const length = typeBytes + unread.readInt32BE(typeBytes);
      if (unread.length < length) return;
      const whole = unread.subarray(0, length);
      unread = unread.subarray(length);
      const type = isStarted ? String.fromCharCode(whole[0] ?? 0) : '';
      isStarted = true;
      message(type, whole.subarray(typeBytes + 4));
      pending.push(whole);
      if (type === 'Q' || type === 'S') statementIsWhole();
      else if (!'PBDECHF'.includes(type) || type === '') postgres.write(Buffer.concat(pending.splice(0)));
    }
  });

  postgres.on('data', (chunk) => {
    if (reply !== 'after') client.write(chunk);
    tail = Buffer.concat([tail, chunk]).subarray(-6);
    if (reply !== 'pass' && tail.subarray(0, 5).equals(READY)) client.end(end);
  });
};
