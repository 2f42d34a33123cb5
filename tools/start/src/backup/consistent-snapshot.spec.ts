import type pg from 'pg';
import { openConsistentSnapshot } from './consistent-snapshot.js';

describe('a consistent snapshot, with fake connections', () => {
  it('is opened again after the database ended the fence of a suspended backup, which it does after 2 s', async () => {
    const url = 'postgres://unused';
    const sent: string[] = [];
    const connect = (): Promise<pg.Client> => {
      const query = (text: string) => {
        sent.push(text);
        const isEnded = text === 'ROLLBACK' && sent.filter((each) => each === text).length === 1;
        if (isEnded) return Promise.reject(new Error('Client has encountered a connection error and is not queryable'));
        return Promise.resolve({ rows: [{ name: 'geode' }] });
      };
      return Promise.resolve({ query, escapeIdentifier: String, end: () => Promise.resolve() } as unknown as pg.Client);
    };
    await openConsistentSnapshot({ catalog: url, orders: url, payments: url, media: url }, connect);
    expect(sent.filter((text) => text.includes('SET LOCAL idle_in_transaction_session_timeout = 2000'))).toHaveLength(
      8,
    );
  });
});
