import { Client } from 'pg';
import { preparedStatementClient, statementName } from './prepared-statement-client.js';

const UPDATE = 'UPDATE shop_order SET status = $1 WHERE id = $2';

describe('statementName', () => {
  it('names equal statements alike and others differently', () => {
    const name = statementName(UPDATE, ['pending', '1']);
    expect(name).toMatch(/^[\w-]{27}$/);
    expect(statementName(UPDATE, ['shipped', '2'])).toBe(name);
    expect(statementName(`${UPDATE} AND status = $3`, ['shipped', '2', 'pending'])).not.toBe(name);
  });

  it('names a query that ends with LIMIT 1', () => {
    expect(statementName('SELECT state FROM payment WHERE id = $1 LIMIT 1', ['1'])).toBeDefined();
  });

  it('names a statement that writes, even if it counts', () => {
    const text = 'WITH sent AS (SELECT $1) UPDATE position SET last = last + (SELECT count(*) FROM sent)';
    expect(statementName(text, ['1'])).toBeDefined();
  });

  it.each([
    ['a list', 'SELECT id FROM geode WHERE price_cents > $1 LIMIT 10', [1]],
    ['a count', 'SELECT COUNT(1) AS cnt FROM geode WHERE price_cents > $1', [1]],
    ['one without values', 'START TRANSACTION', undefined],
    ['one with a callback in the place of values', 'SELECT 1', () => undefined],
  ])('leaves a statement unnamed, so that PostgreSQL plans it for its values: %s', (_what, text, values) => {
    expect(statementName(text, values)).toBeUndefined();
  });

  it('names no further statement after three hundred', () => {
    const names = Array.from({ length: 400 }, (_, index) => statementName(`SELECT $1 AS a${index}`, [1]));
    expect(names.at(-1)).toBeUndefined();
    expect(statementName(UPDATE, ['pending', '1'])).toBeDefined();
  });
});

it('sends a statement with values under its name, and others unchanged', async () => {
  const sent: unknown[] = [];
  const { query } = Client.prototype;
  Client.prototype.query = ((config: unknown) => Promise.resolve(sent.push(config))) as unknown as typeof query;
  const client = new (preparedStatementClient())();
  await client.query(UPDATE, ['pending', '1']);
  await client.query('COMMIT');
  Client.prototype.query = query;
  const name = statementName(UPDATE, ['', '']);
  expect(sent).toEqual([{ name, text: UPDATE, values: ['pending', '1'] }, 'COMMIT']);
});
