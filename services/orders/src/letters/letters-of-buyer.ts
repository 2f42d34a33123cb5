import type { EntityManager } from 'typeorm';
import { type LetterKind, MAX_ROWS_OF_BUYER } from '@geodes/contracts';
import type { LetterRow } from './letter.entity.js';

const TO_BUYER = ['order-paid', 'order-shipped', 'refund'] satisfies LetterKind[];

/** A letter as its buyer may read it. */
export type LetterOfBuyer = Pick<
  LetterRow,
  'kind' | 'orderId' | 'state' | 'question' | 'createdAt' | 'tries' | 'sentAt'
>;

/** Repeats the expression of the index literally, or PostgreSQL would not use it. */
const ASKED_BY = `question ->> 'email' = $1 AND question IS NOT NULL`;

/** Lists letters to the buyer of these orders and questions of the email, oldest first; at most MAX_ROWS_OF_BUYER + 1. */
export const listLetters = (manager: EntityManager, email: string, orderIds: string[]): Promise<LetterOfBuyer[]> =>
  manager.query(
    `SELECT kind, order_id AS "orderId", state, question, created_at AS "createdAt", tries, sent_at AS "sentAt"
       FROM letter WHERE (${ASKED_BY}) OR (order_id = ANY ($2) AND kind = ANY ($3))
      ORDER BY created_at, id LIMIT ${MAX_ROWS_OF_BUYER + 1}`,
    [email, orderIds, TO_BUYER],
  );

/** Deletes the questions of the email. Letters to the buyer of these orders that are not sent never will be. */
export const eraseLetters = async (manager: EntityManager, email: string, orderIds: string[]): Promise<void> => {
  await manager.query(`DELETE FROM letter WHERE ${ASKED_BY}`, [email]);
  await manager.query(
    `UPDATE letter SET state = 'off', last_error = 'The buyer was erased.'
     WHERE order_id = ANY ($1) AND kind = ANY ($2) AND state <> 'sent'`,
    [orderIds, TO_BUYER],
  );
};
