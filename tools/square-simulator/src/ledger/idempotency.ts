import { createHash } from 'node:crypto';
import stringify from 'safe-stable-stringify';
import type { Account } from '../account.js';
import type { Operation } from '../faults/fault-queue.js';
import type { Answer } from '../square-api.js';
import { refuse } from '../square-error.js';
import type { Change, KeyScope } from './ledger.js';

/** Returns the same digest for equal bodies, whatever the order of their fields. */
export const fingerprint = (body: unknown): string =>
  createHash('sha256')
    .update(stringify(body) ?? '')
    .digest('base64url');

interface Outcome extends Answer {
  /** The payment or refund that was created. */
  subjectId: string;
  change: Change;
}

interface KeyedCall {
  scope: KeyScope & Operation;
  key: string;
  body: unknown;
}

/**
 * Runs a call once for its idempotency key. The same key and body return the first response, declines included; another
 * body is IDEMPOTENCY_KEY_REUSED. A call that throws leaves its key unused. The code is synchronous from lookup to record,
 * so the second of two concurrent calls finds the first one's record.
 */
export const once = (account: Account, { scope, key, body }: KeyedCall, run: () => Outcome): Answer => {
  const digest = fingerprint(body);
  const known = account.ledger.key(scope, key);
  if (known && known.fingerprint !== digest)
    throw refuse(
      'IDEMPOTENCY_KEY_REUSED',
      'The idempotency key can only be retried with the same request data.',
      'idempotency_key',
    );
  if (known) return { status: known.status, body: known.reply };
  const { status, body: reply, subjectId, change } = run();
  const record = { scope, key, fingerprint: digest, subjectId, status, reply };
  account.record({ ...change, keys: [record] }, scope);
  return { status, body: reply };
};
