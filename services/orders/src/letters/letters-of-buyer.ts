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

/** Lists the reminders of the email, each with its letter if that is written, oldest first; at most MAX_ROWS_OF_BUYER + 1. */
export const listReminders = (manager: EntityManager, email: string): Promise<Record<string, unknown>[]> =>
  manager.query(
    `SELECT 'sale-reminder' AS kind, geode_id AS "geodeId", email, asked_at AS "createdAt", state, sent_at AS "sentAt"
       FROM sale_reminder LEFT JOIN letter ON letter.reminder_id = sale_reminder.id
      WHERE email = $1 ORDER BY asked_at, sale_reminder.id LIMIT ${MAX_ROWS_OF_BUYER + 1}`,
    [email],
  );

/**
 * Deletes the questions of the email, and its reminders with their letters. Letters to the buyer of these orders that are not
 * sent never will be.
 */
export const eraseLetters = async (manager: EntityManager, email: string, orderIds: string[]): Promise<void> => {
  await manager.query(`DELETE FROM letter WHERE ${ASKED_BY}`, [email]);
  await manager.query('DELETE FROM sale_reminder WHERE email = $1', [email]);
  await manager.query(
    `UPDATE letter SET state = 'off', last_error = 'The buyer was erased.'
     WHERE order_id = ANY ($1) AND kind = ANY ($2) AND state <> 'sent'`,
    [orderIds, TO_BUYER],
  );
};
