import { orderVector, type Searchable } from './order-search.js';

/** One after the other, in transactions of their own: a batch locks few rows, and those for a moment. */
const BATCH_ROWS = 500;

/** A data source or a query runner. */
export interface Queries {
  query(sql: string, values?: unknown[]): Promise<unknown>;
}

/**
 * Gives up to `batches` batches of orders the words by which they are found, where a version of the service wrote them
 * that did not know of it. Orders that are being confirmed wait: their items may still come. Returns how many were
 * given words; below `batches` times 500 there are none left. Safe to run twice, and by several at once.
 */
export const giveMissingWords = async (database: Queries, batches: number): Promise<number> => {
  let given = 0;
  for (let batch = 1; batch <= batches; batch += 1) {
    const rows = (await database.query(
      `SELECT o.id, o.first_name AS "firstName", o.last_name AS "lastName", o.email,
         ARRAY(SELECT title FROM order_item WHERE order_id = o.id ORDER BY position) AS titles
       FROM shop_order o WHERE o.search IS NULL AND o.payment_state <> 'confirming' ORDER BY o.id LIMIT ${BATCH_ROWS}`,
    )) as Searchable[];
    if (rows.length === 0) break;
    await database.query(
      `UPDATE shop_order SET search = CAST(words AS tsvector)
       FROM unnest(CAST($1 AS uuid[]), CAST($2 AS text[])) AS given (order_id, words)
       WHERE id = order_id AND search IS NULL`,
      [rows.map(({ id }) => id), rows.map(orderVector)],
    );
    given += rows.length;
    if (rows.length < BATCH_ROWS) break;
  }
  return given;
};
