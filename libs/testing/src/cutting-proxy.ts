import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A simple query, or an extended query up to its Sync, which the client waits for. */
export interface Statement {
  /** The SQL text, even if the client sends only the statement's name. */
  text: string;
  /** Its index in the transaction; 0 is BEGIN. -1 outside of a transaction. */
  number: number;
  /** The sent bytes as Latin-1, parameters included. */
  values: string;
  /** The bytes of the transaction up to this statement; outside of a transaction those of the statement. */
  transaction: string;
}

/**
 * Where the connection is cut. `before`: before the server gets the statement. `unanswered`: after the server has
 * executed it, without a reply. `answered`: after the reply, while the client is idle.
 */
export type Cut = 'before' | 'unanswered' | 'answered';

export interface CuttingProxy {
  /** The target's URL through the proxy. */
  url: string;
  /** Sets the rule for the next statements; undefined lets a statement pass. */
  cut(rule: (statement: Statement) => Cut | undefined): void;
  stop(): Promise<void>;
}

const PASS = () => undefined;
/** ReadyForQuery ends every reply: type Z, length 5, then one status byte. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);

/** Starts a proxy in front of a real PostgreSQL that cuts connections between statements. It has no TLS. */
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
    relay(client, postgres, end, (statement) => rule(statement));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: url.toString(),
    cut: (next) => void (rule = next),
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};

const relay = (client: Socket, postgres: Socket, end: () => void, rule: (statement: Statement) => Cut | undefined) => {
  const prepared = new Map<string, string>();
  let reply: 'pass' | 'unanswered' | 'answered' = 'pass';
  let tail = Buffer.alloc(0);
  let pending: Buffer[] = [];
  let text = '';
  let transaction = { text: '', count: -1 };

  const handleStatement = (): void => {
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

  const read = messageReader((type, body, bytes) => {
    const [first = '', second = ''] = body.toString('utf8').split('\0');
    if (type === 'Q') text = first;
    if (type === 'P') prepared.set(first, (text = second));
    if (type === 'B') text = prepared.get(second) ?? '';
    pending.push(bytes);
    if (type === 'Q' || type === 'S') handleStatement();
    else if (!'PBDECHF'.includes(type) || type === '') postgres.write(Buffer.concat(pending.splice(0)));
  });

  client.on('data', (chunk) => {
    // a cut is pending: ignore further statements
    if (reply === 'pass') read(chunk);
  });

  postgres.on('data', (chunk) => {
    if (reply !== 'unanswered') client.write(chunk);
    tail = Buffer.concat([tail, chunk]).subarray(-6);
    if (reply !== 'pass' && tail.subarray(0, 5).equals(READY)) client.end(end);
  });
};

/** Splits a client's bytes into messages. Returns a function that takes the next bytes. */
const messageReader = (onMessage: (type: string, body: Buffer, bytes: Buffer) => void) => {
  let unread = Buffer.alloc(0);
  // the first message of a connection has no type
  let typeBytes = 0;
  return (chunk: Buffer): void => {
    unread = Buffer.concat([unread, chunk]);
    for (;;) {
      if (unread.length < typeBytes + 4) return;
      const length = typeBytes + unread.readInt32BE(typeBytes);
      if (unread.length < length) return;
      const bytes = unread.subarray(0, length);
      unread = unread.subarray(length);
      onMessage(bytes.toString('latin1', 0, typeBytes), bytes.subarray(typeBytes + 4), bytes);
      typeBytes = 1;
    }
  };
};
