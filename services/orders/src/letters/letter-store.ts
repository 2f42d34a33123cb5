import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type LetterKind, type LetterList, MAX_ROWS_OF_BUYER } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import type { AskedQuestion, LetterRow } from './letter.entity.js';

const FIRST_DELAY_SECONDS = 60;
const MAX_DELAY_SECONDS = 60 * 60;
/** Counted from the letter's creation or the owner's retry. */
const MAX_WAIT_HOURS = 24;
/** Longer than rendering and sending may take together, so that a second process does not send the letter too. */
const CLAIM_SECONDS = 120;

/** Returns the seconds between the `tries`-th failed try and the next: 1 minute, doubling to 1 hour. */
export const retryDelaySeconds = (tries: number): number =>
  Math.min(FIRST_DELAY_SECONDS * 2 ** (tries - 1), MAX_DELAY_SECONDS);

/** A letter that this process may send until its claim ends. */
export type ClaimedLetter = Pick<LetterRow, 'id' | 'kind' | 'subjectId' | 'orderId' | 'question' | 'tries'>;

/** A letter as its buyer may read it. */
export type LetterOfBuyer = Pick<
  LetterRow,
  'kind' | 'orderId' | 'state' | 'question' | 'createdAt' | 'tries' | 'sentAt'
>;

type LetterRecord = Pick<
  LetterRow,
  'id' | 'kind' | 'orderId' | 'state' | 'createdAt' | 'tries' | 'nextTryAt' | 'lastError'
>;

const MAX_ERROR_LENGTH = 500;
/** Failed, or never sent for want of a mail server. Letters without a recipient are off with a reason. */
const UNSENT = "(state = 'failed' OR (state = 'off' AND last_error IS NULL))";

const TO_BUYER = ['order-paid', 'order-shipped', 'refund'] satisfies LetterKind[];

/** Repeats the expression of the index literally, or PostgreSQL would not use it. */
const ASKED_BY = `question ->> 'email' = $1 AND question IS NOT NULL`;

/** Returns SQL that inserts letters from rows of kind, subject and order id; each kind once per subject. */
export const insertLetters = (rows: string): string =>
  `INSERT INTO letter (id, kind, subject_id, order_id) SELECT gen_random_uuid(), row.* FROM (${rows}) AS row
   ON CONFLICT (kind, subject_id) DO NOTHING`;

/** Inserts a letter in the caller's transaction, once for each kind and subject. The relay sends it after the commit. */
export const appendLetter = async (
  manager: EntityManager,
  kind: LetterKind,
  subject: { id: string; orderId?: string | null; question?: AskedQuestion },
): Promise<void> => {
  await manager.query(
    `INSERT INTO letter (id, kind, subject_id, order_id, question) VALUES (gen_random_uuid(), $1, $2, $3, $4)
     ON CONFLICT (kind, subject_id) DO NOTHING`,
    [kind, subject.id, subject.orderId ?? null, subject.question && JSON.stringify(subject.question)],
  );
};

/** Inserts the shipping letters of these orders. One that is off waits again, but not before a claim of it ends. */
export const appendShippingLetters = async (manager: EntityManager, orderIds: string[]): Promise<void> => {
  await manager.query(
    `INSERT INTO letter (id, kind, subject_id, order_id)
     SELECT gen_random_uuid(), 'order-shipped', id, id::uuid FROM unnest($1::text[]) AS id
     ON CONFLICT (kind, subject_id) DO UPDATE SET state = 'waiting', tries = letter.tries + 1, waiting_since = now(),
       last_error = NULL
     WHERE letter.state = 'off'`,
    [orderIds],
  );
};

/** Takes out the shipping letters of orders that were set back. One that is being sent still becomes `sent`, so there is no second. */
export const takeOutShippingLetters = async (manager: EntityManager, orderIds: string[]): Promise<void> => {
  await manager.query(
    `UPDATE letter SET state = 'off', last_error = 'The order was not shipped.'
     WHERE kind = 'order-shipped' AND subject_id = ANY ($1) AND state <> 'sent'`,
    [orderIds],
  );
};

/** Stores the states of letters. All times come from the database's clock. */
@Injectable()
export class LetterStore {
  constructor(private readonly database: DataSource) {}

  /** Returns due letters, longest due first. */
  async listDue(limit: number): Promise<Pick<LetterRow, 'id' | 'tries'>[]> {
    return this.database.query(
      `SELECT id, tries FROM letter WHERE state = 'waiting' AND next_try_at <= now() ORDER BY next_try_at LIMIT $1`,
      [limit],
    );
  }

  /** Claims a due letter for one try. Returns undefined if it is not due: another process has it, or it was sent. */
  async claim(id: string): Promise<ClaimedLetter | undefined> {
    const [rows]: [ClaimedLetter[], number] = await this.database.query(
      `UPDATE letter SET tries = tries + 1, next_try_at = now() + $2 * interval '1 second'
       WHERE id = $1 AND state = 'waiting' AND next_try_at <= now()
       RETURNING id, kind, subject_id AS "subjectId", order_id AS "orderId", question, tries`,
      [id, CLAIM_SECONDS],
    );
    return rows[0];
  }

  /** Records that the mail server has accepted the letter, whoever has claimed it since. */
  async markSent({ id }: Pick<ClaimedLetter, 'id'>): Promise<void> {
    await this.database.query(`UPDATE letter SET state = 'sent', sent_at = now(), last_error = NULL WHERE id = $1`, [
      id,
    ]);
  }

  /** Records that there is no recipient. */
  async markOff({ id, tries }: ClaimedLetter, reason: string): Promise<void> {
    await this.database.query(
      `UPDATE letter SET state = 'off', last_error = $3 WHERE id = $1 AND tries = $2 AND state = 'waiting'`,
      [id, tries, reason],
    );
  }

  /** Records a failed try. The letter fails if its day ends before the next try. */
  async recordFailure({ id, tries }: ClaimedLetter, reason: string): Promise<void> {
    await this.database.query(
      `UPDATE letter
          SET last_error = $3, next_try_at = now() + $4 * interval '1 second',
              state = CASE WHEN now() + $4 * interval '1 second' > waiting_since + $5 * interval '1 hour'
                THEN 'failed' ELSE 'waiting' END
        WHERE id = $1 AND tries = $2 AND state = 'waiting'`,
      [id, tries, reason.slice(0, MAX_ERROR_LENGTH), retryDelaySeconds(tries), MAX_WAIT_HOURS],
    );
  }

  /** Takes waiting letters out, because there is no mail server. */
  async turnOff(): Promise<void> {
    await this.database.query(`UPDATE letter SET state = 'off', last_error = NULL WHERE state = 'waiting'`);
  }

  /**
   * Sends a failed letter or one that was off again, with a new day of tries; without an id, all that failed or had no
   * mail server. Throws NOT_FOUND; CHANGED if it is sent or waits.
   */
  async retry(id: string | undefined): Promise<number> {
    // the column has milliseconds: rounded up, it would still be in the future at once afterwards
    const [, retried]: [unknown, number] = await this.database.query(
      `UPDATE letter SET state = 'waiting', tries = 0, next_try_at = date_trunc('milliseconds', now()),
              waiting_since = now(), last_error = NULL
       WHERE ${id ? "id = $1 AND state IN ('failed', 'off')" : UNSENT}`,
      id ? [id] : [],
    );
    if (id && retried === 0) {
      const [row]: Pick<LetterRow, 'state'>[] = await this.database.query('SELECT state FROM letter WHERE id = $1', [
        id,
      ]);
      if (!row) throw new AppError('NOT_FOUND', 'There is no letter with this id.');
      throw new AppError('CHANGED', `This letter ${row.state === 'sent' ? 'was sent' : 'is being sent'} already.`);
    }
    return retried;
  }

  /** Returns failed letters and waiting ones that were tried, each oldest first, with the counts of all unsent ones. */
  async list(limit: number): Promise<{ letters: LetterRecord[]; counts: LetterList['counts'] }> {
    const [letters, rows] = await Promise.all([
      this.database.query<LetterRecord[]>(
        `SELECT id, kind, order_id AS "orderId", state, created_at AS "createdAt", tries, next_try_at AS "nextTryAt",
                last_error AS "lastError"
           FROM letter WHERE state <> 'sent' AND (state = 'failed' OR (state = 'waiting' AND tries > 0))
          ORDER BY state, created_at, id LIMIT $1`,
        [limit],
      ),
      this.database.query<{ state: keyof LetterList['counts']; count: number }[]>(
        `SELECT state, count(*)::int AS count FROM letter
          WHERE state <> 'sent' AND (state = 'waiting' OR ${UNSENT}) GROUP BY state`,
      ),
    ]);
    const counts = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    return { letters, counts: { waiting: 0, failed: 0, off: 0, ...counts } };
  }

  /**
   * Counts for the gauges; `age` is how long the longest waiting letter has been tried, seconds. A failed letter counts for
   * a day, because a wrong email stays wrong; its next try would have been within an hour of its failure.
   */
  async measure() {
    const [counts] = await this.database.query<[Record<'waiting' | 'failed' | 'age', number>]>(
      `SELECT count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
              count(*) FILTER (WHERE state = 'failed' AND next_try_at > now() - interval '1 day')::int AS failed,
              coalesce(extract(epoch FROM now() - min(waiting_since) FILTER (WHERE state = 'waiting')), 0)::float AS age
         FROM letter WHERE state IN ('waiting', 'failed')`,
    );
    return counts;
  }
}

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
