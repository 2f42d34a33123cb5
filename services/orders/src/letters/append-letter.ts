import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { LetterKind } from '@geodes/contracts';
import type { AskedQuestion } from './letter.entity.js';

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
    `INSERT INTO letter (id, kind, subject_id, order_id, question) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (kind, subject_id) DO NOTHING`,
    [randomUUID(), kind, subject.id, subject.orderId ?? null, subject.question && JSON.stringify(subject.question)],
  );
};
