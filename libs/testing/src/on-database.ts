import pg from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;

/** Runs `work` on a connection of its own. Connecting may take 10 s, and each statement `timeoutMs`. */
export const onDatabase = async <T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  timeoutMs = 30_000,
): Promise<T> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: timeoutMs,
  });
  // a lost connection fails the statement; without a listener it would also end the process
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};
