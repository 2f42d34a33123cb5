import pg from 'pg';

const TIMEOUT_MS = 300_000;

/** Work on one connection; its statements may take five minutes. */
export const onDatabase = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: TIMEOUT_MS });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};
