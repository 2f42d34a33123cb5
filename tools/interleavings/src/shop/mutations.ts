import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import type { AuthoriseOutcome, Reply, Request, Subject } from '@geodes/contracts';
import { AppError, type CallOptions, type Clock, type Logger } from '@geodes/kit';
import { AttemptStore, LeaseLost } from '@geodes/orders/dist/checkout/attempt-store.js';
import type { AttemptState } from '@geodes/orders/dist/checkout/attempt-states.js';
import { CheckoutAttempt } from '@geodes/orders/dist/checkout/checkout-attempt.entity.js';
import { Checkout } from '@geodes/orders/dist/checkout/checkout.js';
import type { EventQueue } from '@geodes/orders/dist/outbox/event-queue.js';
import { OutboxRelay } from '@geodes/orders/dist/outbox/outbox-relay.js';
import { PaymentStore } from '@geodes/payments/dist/payments/payment-store.js';
import { Repair } from '@geodes/payments/dist/reconciliation/repair.js';
import type { SquarePayment } from '@geodes/payments/dist/square/square-payment.js';
import { ScriptedBus } from '../network/scripted-bus.js';
import type { SentRequest } from '../square/ledger.js';
import { ScriptedSquare } from '../square/scripted-square.js';
import type { Class, Replacements } from './assembly.js';
import { type Mutation, mutation, UNCHANGED } from './mutation.js';

class CapturesAtOnce extends ScriptedBus {
  override async call<S extends Subject>(subject: S, request: Request<S>, options?: CallOptions): Promise<Reply<S>> {
    const answer = await super.call(subject, request, options);
    if (subject !== 'payments.authorise' || (answer as AuthoriseOutcome).outcome !== 'authorised') return answer;
    const { attemptId } = request as Request<'payments.authorise'>;
    await super.call('payments.capture', { attemptId });
    return answer;
  }
}

class TakesSilenceForADecline extends ScriptedBus {
  override async call<S extends Subject>(subject: S, request: Request<S>, options?: CallOptions): Promise<Reply<S>> {
    try {
      return await super.call(subject, request, options);
    } catch (error) {
      const isSilence = error instanceof AppError && error.code === 'UNAVAILABLE';
      if (subject !== 'payments.authorise' || !isSilence) throw error;
      return { outcome: 'declined', code: 'GENERIC_DECLINE', message: 'The card was declined.' } as Reply<S>;
    }
  }
}

class ForgetsVoids extends PaymentStore {
  override async recordTombstone(id: string): Promise<boolean> {
    return (await this.find(id)) === null;
  }
}

class AsksForEachTry extends ScriptedSquare {
  override create(attemptId: string, request: SentRequest, limitMs: number): Promise<SquarePayment> {
    const key = randomUUID();
    return this.ask('create', attemptId, limitMs, (ledger) => ledger.create(attemptId, request, key));
  }
}

/** Any worker may do any step at any time. */
class UnguardedAttempts extends AttemptStore {
  override async move(
    attempt: CheckoutAttempt,
    to: AttemptState,
    changes: object = {},
    manager: EntityManager = this['database'].manager,
  ): Promise<CheckoutAttempt> {
    const { affected } = await manager.update(CheckoutAttempt, { orderId: attempt.orderId }, { ...changes, state: to });
    if (affected !== 1) throw new LeaseLost();
    return Object.assign(Object.create(CheckoutAttempt.prototype) as CheckoutAttempt, attempt, changes, { state: to });
  }
}

class TellsTooSoon extends AttemptStore {
  override async find(orderId: string): Promise<CheckoutAttempt | null> {
    const attempt = await super.find(orderId);
    return attempt?.state === 'authorised' ? Object.assign(attempt, { state: 'paid' }) : attempt;
  }
}

/** The steps of a checkout are private: these put another one in the place of one. */
class ReleasesTooSoon extends Checkout {}
Object.assign(ReleasesTooSoon.prototype, {
  async voidPayment(this: Checkout, attempt: CheckoutAttempt): Promise<CheckoutAttempt> {
    await this['bus'].call('catalog.release-geodes', { orderId: attempt.orderId });
    return Checkout.prototype['voidPayment'].call(this, attempt);
  },
});

class ForgetsFacts extends OutboxRelay {
  constructor(database: DataSource, queue: EventQueue, clock: Clock, logger: Logger) {
    const addBulk: EventQueue['addBulk'] = async (jobs) => {
      for (const { data } of jobs)
        await database.query('UPDATE outbox SET done_at = now() WHERE id = $1', [data.eventId]);
      return queue.addBulk(jobs);
    };
    super(database, { addBulk, close: () => queue.close() }, clock, logger);
  }
}

/** Late authorisations stay where they are. */
class LooksAway extends Repair {
  override examine(): Promise<'none'> {
    return Promise.resolve('none');
  }
}

/** Nobody claims the discount: whoever finds no other order of the address has it. */
const discountByLooking = (text: string): string =>
  text.replace(/INSERT INTO discount_claim \(email, order_id\)([^;]*?)ON CONFLICT DO NOTHING RETURNING order_id/, '$1');

/** The catalogue refuses an order whose geode is gone, and takes a repeated command of it. */
const refusesWithoutRelease = (text: string): string =>
  text.replace(
    /INSERT INTO order_release \(order_id\)(\s+SELECT asked.id FROM unnest[^;]*?)ON CONFLICT DO NOTHING/,
    '$1',
  );

const forgetsReleases = (text: string): string =>
  text.replace(/EXISTS \(SELECT FROM order_release WHERE order_id = (\$\d)\)/, '($1::uuid IS NULL)');

const instead = (type: Class, by: Class): { replacements: Replacements } => ({ replacements: new Map([[type, by]]) });

/** Each is the shop with one mistake in it, and the interleavings have to find every one. */
export const MUTATIONS: readonly Mutation[] = [
  mutation('capture-before-pivot', 'charges before there is an order', { OrdersBus: CapturesAtOnce }),
  mutation('silence-is-a-decline', 'takes a time-out for a declined card', { OrdersBus: TakesSilenceForADecline }),
  mutation('void-without-tombstone', 'forgets a void that came first', instead(PaymentStore, ForgetsVoids)),
  mutation('new-key-for-each-try', 'authorises anew with every try', { Square: AsksForEachTry }),
  mutation('step-without-guard', 'lets a worker go on that lost its lease', instead(AttemptStore, UnguardedAttempts)),
  mutation('paid-at-the-pivot', 'tells a buyer that he has paid before he has', instead(AttemptStore, TellsTooSoon)),
  mutation('release-before-void', 'gives stones back that may still be paid', instead(Checkout, ReleasesTooSoon)),
  mutation('refusal-without-release', 'lets a late reservation stand', { rewrite: refusesWithoutRelease }),
  mutation(
    'late-authorisation-stands',
    'leaves an authorisation that comes after its void',
    instead(Repair, LooksAway),
  ),
  mutation('reservation-after-release', 'lets a reservation in after its release', { rewrite: forgetsReleases }),
  mutation('discount-without-claim', 'gives a first-order discount twice', { rewrite: discountByLooking }),
  mutation('done-when-enqueued', 'takes the queue for the truth', instead(OutboxRelay, ForgetsFacts)),
];

/** Throws where there is no such mutation. */
export const mutationNamed = (name: string): Mutation => {
  const found = [UNCHANGED, ...MUTATIONS].find((candidate) => candidate.name === name);
  if (!found)
    throw new Error(`There is no mutation ${name}; there are ${MUTATIONS.map((one) => one.name).join(', ')}.`);
  return found;
};
