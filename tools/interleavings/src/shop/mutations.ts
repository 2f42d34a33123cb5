import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import type { AuthoriseOutcome, Reply, Request, Subject } from '@geodes/contracts';
import { ReturnGeodes } from '@geodes/catalog/dist/reservations/return-geodes.js';
import { AppError, type CallOptions, type Clock, type Logger } from '@geodes/kit';
import { AttemptStore, LeaseLost } from '@geodes/orders/dist/checkout/attempt-store.js';
import type { AttemptState } from '@geodes/orders/dist/checkout/attempt-states.js';
import { CheckoutAttempt } from '@geodes/orders/dist/checkout/checkout-attempt.entity.js';
import { Checkout } from '@geodes/orders/dist/checkout/checkout.js';
import { type EventQueue, OutboxRelay } from '@geodes/orders/dist/outbox/outbox-relay.js';
import { PaymentStore } from '@geodes/payments/dist/payments/payment-store.js';
import { Repair } from '@geodes/payments/dist/reconciliation/repair.js';
import type { SquarePayment, SquareRefund } from '@geodes/payments/dist/square/square-payment.js';
import type { PartialRefund } from '@geodes/payments/dist/square/square-payments.js';
import type { SentRequest } from '../fakes/ledger.js';
import { ScriptedBus } from '../fakes/network.js';
import { ScriptedSquare } from '../fakes/square.js';

export type Class<T = object> = new (...dependencies: never[]) => T;
/** Maps a class to the subclass that a mutation uses instead. */
export type Replacements = ReadonlyMap<Class, Class>;

/** A deliberate bug in the shop's code that the invariants must find; `none` changes nothing. */
export interface Mutation {
  name: string;
  /** Describes the bug; completes the sentence "a shop that ...". */
  wrong: string;
  replacements: Replacements;
  /** The bus of the orders service. */
  OrdersBus: typeof ScriptedBus;
  /** The payments service's client of Square. */
  Square: typeof ScriptedSquare;
  /** Returns the SQL text that is executed instead. */
  rewrite(text: string): string;
}

const mutation = (name: string, wrong: string, change: Partial<Mutation> = {}): Mutation => ({
  name,
  wrong,
  replacements: new Map(),
  OrdersBus: ScriptedBus,
  Square: ScriptedSquare,
  rewrite: (text) => text,
  ...change,
});

const UNCHANGED = mutation('none', 'nothing');

class CapturesEarly extends ScriptedBus {
  override async call<S extends Subject>(subject: S, request: Request<S>, options?: CallOptions): Promise<Reply<S>> {
    const reply = await super.call(subject, request, options);
    if (subject !== 'payments.authorise' || (reply as AuthoriseOutcome).outcome !== 'authorised') return reply;
    const { attemptId } = request as Request<'payments.authorise'>;
    await super.call('payments.capture', { attemptId });
    return reply;
  }
}

class TreatsTimeoutAsDecline extends ScriptedBus {
  override async call<S extends Subject>(subject: S, request: Request<S>, options?: CallOptions): Promise<Reply<S>> {
    try {
      return await super.call(subject, request, options);
    } catch (error) {
      const isTimeout = error instanceof AppError && error.code === 'UNAVAILABLE';
      if (subject !== 'payments.authorise' || !isTimeout) throw error;
      return { outcome: 'declined', code: 'GENERIC_DECLINE', message: 'The card was declined.' } as Reply<S>;
    }
  }
}

class SkipsTombstones extends PaymentStore {
  override async recordTombstone(id: string): Promise<boolean> {
    return (await this.find(id)) === null;
  }
}

class NewKeyPerRetry extends ScriptedSquare {
  override create(attemptId: string, request: SentRequest, timeoutMs: number): Promise<SquarePayment> {
    const key = randomUUID();
    return this.send('create', attemptId, timeoutMs, (ledger) => ledger.create(attemptId, request, key));
  }
}

class NewRefundKeyPerRetry extends ScriptedSquare {
  override refundPart(refund: PartialRefund, timeoutMs: number): Promise<SquareRefund> {
    const key = randomUUID();
    return this.send('refund', refund.squarePaymentId, timeoutMs, ({ refunds }) => refunds.create(refund, key));
  }
}

/** Returns another unit if the reservation was returned before. */
class ReturnsEachTime extends ReturnGeodes {
  override async execute(command: Request<'catalog.return-geodes'>): Promise<{ returned: string[] }> {
    const reply = await super.execute(command);
    if (reply.returned.length === 0)
      await this['database'].query('UPDATE geode SET units_available = units_available + 1 WHERE id = ANY ($1)', [
        command.geodeIds,
      ]);
    return reply;
  }
}

/** Moves an attempt without a check of its state or lease. */
class UnguardedAttempts extends AttemptStore {
  override async move(
    attempt: CheckoutAttempt,
    to: AttemptState,
    changes: object = {},
    manager: EntityManager = this['database'].manager,
  ): Promise<CheckoutAttempt> {
    const { affected } = await manager.update(CheckoutAttempt, { orderId: attempt.orderId }, { ...changes, state: to });
    if (affected !== 1) throw new LeaseLost();
    return { ...attempt, ...changes, state: to };
  }
}

class ReportsPaidEarly extends AttemptStore {
  override async find(orderId: string): Promise<CheckoutAttempt | null> {
    const attempt = await super.find(orderId);
    return attempt?.state === 'authorised' ? Object.assign(attempt, { state: 'paid' }) : attempt;
  }
}

/** A step of a checkout is private, so TypeScript allows no override. */
class ReleasesBeforeVoid extends Checkout {}
Object.assign(ReleasesBeforeVoid.prototype, {
  async voidPayment(this: Checkout, attempt: CheckoutAttempt): Promise<CheckoutAttempt> {
    await this['bus'].call('catalog.release-geodes', { orderId: attempt.orderId });
    return Checkout.prototype['voidPayment'].call(this, attempt);
  },
});

class MarksDoneBeforeEnqueue extends OutboxRelay {
  constructor(database: DataSource, queue: EventQueue, clock: Clock, logger: Logger) {
    const addBulk: EventQueue['addBulk'] = async (jobs) => {
      for (const { data } of jobs)
        await database.query('UPDATE outbox SET done_at = now() WHERE id = $1', [data.eventId]);
      return queue.addBulk(jobs);
    };
    super(database, { addBulk, close: () => queue.close() }, clock, logger);
  }
}

/** Ignores late authorisations. */
class SkipsRepair extends Repair {
  override examine(): Promise<'none'> {
    return Promise.resolve('none');
  }
}

/** Grants the discount without a claim row, if the email has no other order. */
const discountWithoutClaim = (text: string): string =>
  text.replace(/INSERT INTO discount_claim \(email, order_id\)([^;]*?)ON CONFLICT DO NOTHING RETURNING order_id/, '$1');

/** Refuses an order without a record of its release, so a repeated command may still reserve. */
const refuseWithoutRelease = (text: string): string =>
  text.replace(
    /INSERT INTO order_release \(order_id\)(\s+SELECT asked.id FROM unnest[^;]*?)ON CONFLICT DO NOTHING/,
    '$1',
  );

const ignoreReleases = (text: string): string =>
  text.replace(/EXISTS \(SELECT FROM order_release WHERE order_id = (\$\d)\)/, '($1::uuid IS NULL)');

/** Lets a refund take what another one has asked for but not received yet. */
const ignoreRequestedRefunds = (text: string): string =>
  text.replace("FILTER (WHERE state = 'requested')", 'FILTER (WHERE false)');

/** Copies a refund of Square although it may be one of the shop whose outcome is unknown. */
const copyRequestedRefunds = (text: string): string =>
  text.replace(/AND NOT EXISTS \(SELECT FROM order_refund WHERE order_id = \$1 AND state = 'requested'\)/, '');

const replace = (type: Class, replacement: Class): { replacements: Replacements } => ({
  replacements: new Map([[type, replacement]]),
});

/** The deliberate bugs. The tests require that each is found. */
export const MUTATIONS: readonly Mutation[] = [
  mutation('capture-before-pivot', 'charges before an order exists', { OrdersBus: CapturesEarly }),
  mutation('silence-is-a-decline', 'treats a timeout as a declined card', { OrdersBus: TreatsTimeoutAsDecline }),
  mutation(
    'void-without-tombstone',
    'forgets a void that arrives before its authorisation',
    replace(PaymentStore, SkipsTombstones),
  ),
  mutation('new-key-for-each-try', 'uses a new idempotency key for every retry', { Square: NewKeyPerRetry }),
  mutation(
    'step-without-guard',
    'lets a worker continue after it lost its lease',
    replace(AttemptStore, UnguardedAttempts),
  ),
  mutation(
    'paid-at-the-pivot',
    'reports an order as paid before it is charged',
    replace(AttemptStore, ReportsPaidEarly),
  ),
  mutation(
    'release-before-void',
    'releases geodes whose payment may still be charged',
    replace(Checkout, ReleasesBeforeVoid),
  ),
  mutation('refusal-without-release', 'keeps a late reservation', { rewrite: refuseWithoutRelease }),
  mutation(
    'late-authorisation-stands',
    'keeps an authorisation that arrives after its void',
    replace(Repair, SkipsRepair),
  ),
  mutation('reservation-after-release', 'accepts a reservation after its release', { rewrite: ignoreReleases }),
  mutation('discount-without-claim', 'grants a first-order discount twice', { rewrite: discountWithoutClaim }),
  mutation(
    'done-when-enqueued',
    'marks an event as done once it is enqueued',
    replace(OutboxRelay, MarksDoneBeforeEnqueue),
  ),
  mutation('new-refund-key-for-each-try', 'uses a new idempotency key for every retry of a refund', {
    Square: NewRefundKeyPerRetry,
  }),
  mutation(
    'return-each-time',
    'puts a unit on sale again at each repetition of the command',
    replace(ReturnGeodes, ReturnsEachTime),
  ),
  mutation('requested-refunds-ignored', 'gives back more than is left while a refund has no outcome', {
    rewrite: ignoreRequestedRefunds,
  }),
  mutation('requested-refunds-copied', 'takes its own refund for one that was made in Square', {
    rewrite: copyRequestedRefunds,
  }),
];

/** Returns the mutation. Throws when the name is unknown. */
export const mutationNamed = (name: string): Mutation => {
  const found = [UNCHANGED, ...MUTATIONS].find((candidate) => candidate.name === name);
  if (!found)
    throw new Error(`There is no mutation ${name}; there are ${MUTATIONS.map((one) => one.name).join(', ')}.`);
  return found;
};
