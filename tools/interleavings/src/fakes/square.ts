import { createHmac } from 'node:crypto';
import type { Clock, Logger } from '@geodes/kit';
import type { PaymentsConfig } from '@geodes/payments/dist/config.js';
import { SquareFailure } from '@geodes/payments/dist/square/square-failure.js';
import type { SquarePayment, SquareRefund } from '@geodes/payments/dist/square/square-payment.js';
import { type PartialRefund, SquarePayments } from '@geodes/payments/dist/square/square-payments.js';
import type { Names, RunContext } from '../simulation/run-context.js';
import { ProcessRun } from '../simulation/scheduler.js';
import { Ledger, type LedgerChange, type LedgerPayment, type SentRequest, type SquareHabits } from './ledger.js';
import type { Network } from './network.js';
import type { LedgerRefund, RefundChange } from './refund-ledger.js';

/** Longest lag of Square's list, milliseconds. */
const MAX_LAG_MS = 20_000;
/** A request older than this is lost, because its connection is closed, milliseconds. */
const MAX_TRANSIT_MS = 120_000;
/** How long refunds stay pending, milliseconds: 0 is until the next step. */
const PENDING_MS = [0, 0, 700, 5_000, 40_000, 600_000];
const REFUND_FAILS = 0.15;

/** Fakes Square and the network to it: requests and responses may be lost or late. */
export class Square {
  readonly ledger: Ledger;

  constructor(
    private readonly context: RunContext,
    habits: SquareHabits,
    onChange: LedgerChange,
    onRefund: RefundChange,
  ) {
    this.ledger = new Ledger(
      () => context.scheduler.now,
      habits,
      onChange,
      (what) => {
        context.count(what);
        context.scheduler.note(`*** ${what}`);
      },
      (refund, payment, kind) => {
        if (kind === 'refund.created') this.finishLater(refund);
        onRefund(refund, payment, kind);
      },
    );
  }

  /** Sends one request of a process. Rejects with SquareFailure as the real client does, also after `timeoutMs`. */
  request<T>(
    from: ProcessRun,
    operation: string,
    about: string,
    timeoutMs: number,
    work: (ledger: Ledger) => T,
  ): Promise<T> {
    if (timeoutMs <= 0) return Promise.reject(timedOut(operation, 'NO_TIME_LEFT'));
    const { scheduler, faults, random } = this.context;
    const title = `${operation} ${about}`.trimEnd();
    return new Promise<T>((resolve, reject) => {
      let settled = false;
      const end = (settle: () => void) => {
        if (settled) return;
        settled = true;
        stopWaiting();
        settle();
      };
      const stopWaiting = scheduler.addTimer(`${from.name}: no answer of Square to ${title}`, from, timeoutMs, () =>
        end(() => reject(timedOut(operation, 'TIMEOUT'))),
      );
      const respond = (settle: () => void) => {
        if (settled) return;
        this.context.send(`${from.name}: answer of Square to ${title}`, from, () => {
          if (random.chance(faults.squareAnswerLost)) return this.note('response of Square lost', operation);
          end(settle);
        });
      };
      const sentAt = scheduler.now;
      const arrive = () => {
        const isTooLate = scheduler.now - sentAt > MAX_TRANSIT_MS;
        if (random.chance(faults.squareLost) || this.context.outages.has('square') || isTooLate)
          return this.note('request to Square lost', operation);
        if (settled) this.context.count(`request to Square arrives after its timeout: ${operation}`);
        if (operation === 'create' && random.chance(faults.squareError))
          return respond(() => reject(this.failure(operation, ACCOUNT_REFUSED)));
        const isBroken = random.chance(faults.squareError);
        if (isBroken && random.chance(0.5)) return respond(() => reject(this.randomFailure(operation)));
        const settle = this.execute(work, resolve, reject);
        respond(isBroken ? () => reject(this.randomFailure(operation)) : settle);
      };
      this.context.send(`${from.name} → Square: ${title}`, null, arrive, faults.squareLate);
    });
  }

  /** Draws how old the list's entry of a payment is, milliseconds. */
  lagMs(): number {
    const { random, faults } = this.context;
    return random.chance(faults.listLags) ? random.between(0, MAX_LAG_MS) : 0;
  }

  /** Refunds a captured payment as the owner does in Square's dashboard. */
  refundInSquare(payment: LedgerPayment): void {
    const left = this.ledger.refunds.left(payment);
    if (left === 0) return;
    const { random, scheduler, names } = this.context;
    const amountCents = random.chance(0.4) ? left : 1 + random.below(left);
    scheduler.note(`*** the owner refunds ${amountCents} of ${names.of(payment.id)} in Square`);
    try {
      this.ledger.refunds.createInSquare(payment.id, amountCents);
      this.context.count('a refund made in Square');
    } catch (error) {
      if (!(error instanceof SquareFailure)) throw error;
    }
  }

  /** Only refunds of paid orders fail: the shop asks the operator about the others, which no run has. */
  private finishLater(refund: LedgerRefund): void {
    const { random, scheduler, isClosing } = this.context;
    const mayFail = !refund.idempotencyKey.startsWith('refund-');
    const status = mayFail && random.chance(REFUND_FAILS) ? 'FAILED' : 'COMPLETED';
    const ms = isClosing ? 0 : random.pick(PENDING_MS);
    const finish = () => {
      this.context.count(`refunds ${status} at Square`);
      this.ledger.refunds.finish(refund, status);
    };
    scheduler.addTimer(`Square ends ${refund.id} as ${status}`, null, ms, finish, true);
  }

  private execute<T>(
    work: (ledger: Ledger) => T,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ): () => void {
    try {
      const result = work(this.ledger);
      return () => resolve(result);
    } catch (error) {
      return () => reject(error);
    }
  }

  private randomFailure(operation: string): SquareFailure {
    return this.failure(operation, this.context.random.pick(FAILURES));
  }

  private failure(operation: string, { status, category, code }: Failure): SquareFailure {
    this.note(`Square responds ${status}`, operation);
    return new SquareFailure(operation, status, [{ category, code }]);
  }

  private note(what: string, operation: string): void {
    this.context.count(`${what}: ${operation}`);
    this.context.scheduler.note(`    ${what}`);
  }
}

const READ_TIMEOUT_MS = 5_000;

/** The payments service's Square client, on the fake Square instead of the SDK. */
export class ScriptedSquare extends SquarePayments {
  constructor(
    private readonly run: ProcessRun,
    private readonly square: Square,
    private readonly names: Names,
    config: PaymentsConfig,
    logger: Logger,
    clock: Clock,
  ) {
    super(config, logger, clock);
  }

  override create(attemptId: string, request: SentRequest, timeoutMs: number): Promise<SquarePayment> {
    const sent = JSON.parse(JSON.stringify(request)) as SentRequest;
    return this.send('create', attemptId, timeoutMs, (ledger) => ledger.create(attemptId, sent));
  }

  override complete(paymentId: string, timeoutMs: number): Promise<SquarePayment> {
    return this.send('complete', paymentId, timeoutMs, (ledger) => ledger.complete(paymentId));
  }

  override cancel(paymentId: string, timeoutMs: number): Promise<SquarePayment> {
    return this.send('cancel', paymentId, timeoutMs, (ledger) => ledger.cancel(paymentId));
  }

  override cancelByAttempt(attemptId: string, timeoutMs: number): Promise<void> {
    return this.send('cancel by key', attemptId, timeoutMs, (ledger) => ledger.cancelByKey(attemptId));
  }

  override get(paymentId: string, timeoutMs = READ_TIMEOUT_MS): Promise<SquarePayment> {
    return this.send('get', paymentId, timeoutMs, (ledger) => ledger.get(paymentId));
  }

  override list(
    span: { from: Date; to?: Date },
    timeoutMs = READ_TIMEOUT_MS,
  ): Promise<{ payments: SquarePayment[]; cursor: string | undefined }> {
    const to = span.to?.getTime() ?? Number.MAX_SAFE_INTEGER;
    return this.send('list', '', timeoutMs, (ledger) => ({
      payments: ledger.list(span.from.getTime(), to, () => this.square.lagMs()),
      cursor: undefined,
    }));
  }

  override refundPart(refund: PartialRefund, timeoutMs: number): Promise<SquareRefund> {
    return this.send('refund', refund.squarePaymentId, timeoutMs, ({ refunds }) => refunds.create(refund));
  }

  override getRefund(refundId: string, timeoutMs = READ_TIMEOUT_MS): Promise<SquareRefund> {
    return this.send('get refund', refundId, timeoutMs, ({ refunds }) => refunds.get(refundId));
  }

  override listRefunds(
    span: { from: Date },
    timeoutMs = READ_TIMEOUT_MS,
  ): Promise<{ refunds: SquareRefund[]; cursor: string | undefined }> {
    return this.send('list refunds', '', timeoutMs, ({ refunds }) => ({
      refunds: refunds.list(span.from.getTime(), () => this.square.lagMs()),
      cursor: undefined,
    }));
  }

  protected send<T>(operation: string, id: string, timeoutMs: number, work: (ledger: Ledger) => T): Promise<T> {
    return this.square.request(this.run, operation, id ? this.names.of(id) : '', timeoutMs, work);
  }
}

interface Failure {
  status: number;
  category: string;
  code: string;
}

/** Refuses a create because of the shop's account; no payment is made. */
const ACCOUNT_REFUSED: Failure = { status: 403, category: 'AUTHENTICATION_ERROR', code: 'INSUFFICIENT_SCOPES' };

const FAILURES: readonly Failure[] = [
  { status: 503, category: 'API_ERROR', code: 'SERVICE_UNAVAILABLE' },
  { status: 500, category: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR' },
  { status: 429, category: 'RATE_LIMIT_ERROR', code: 'RATE_LIMITED' },
  { status: 400, category: 'PAYMENT_METHOD_ERROR', code: 'TEMPORARY_ERROR' },
];

const timedOut = (operation: string, code: string): SquareFailure =>
  new SquareFailure(operation, undefined, [{ category: 'NO_ANSWER', code }]);

export const SIGNATURE_KEY = 'interleavings';
const NOTIFICATION_URL = 'http://localhost/api/square/webhooks';
const TIMEOUT_MS = 5_000;

/** The part of a webhook's body that payments reads. */
export interface WebhookBody {
  data: { id: string; object: { payment?: { reference_id: string } } };
}

/** Sends a webhook about a changed payment, or about `refund` of it: on time or late, in any order, twice or never. */
export const deliverWebhooks = (
  context: RunContext,
  network: Network,
  type: string,
  payment: LedgerPayment,
  refund?: LedgerRefund,
): void => {
  const { random, faults, names } = context;
  const eventId = random.uuid();
  if (random.chance(faults.webhookLost)) return context.count('a webhook lost');
  const { id } = refund ?? payment;
  const object = refund
    ? { refund: { id, payment_id: payment.id } }
    : { payment: { id, reference_id: payment.attemptId } };
  const body = JSON.stringify({ event_id: eventId, type, data: { type: type.split('.')[0], id, object } });
  const signature = createHmac('sha256', SIGNATURE_KEY).update(NOTIFICATION_URL).update(body).digest('base64');
  const webhook = { body: Buffer.from(body).toString('base64'), signature };
  const times = random.chance(faults.webhookTwice) ? 2 : 1;
  if (times > 1) context.count('a webhook delivered twice');
  for (let time = 1; time <= times; time += 1)
    context.send(`Square → webhook ${type} of ${names.of(payment.attemptId)}`, null, () => {
      network.call(new ProcessRun('gateway'), 'payments.receive-webhook', webhook, TIMEOUT_MS).catch(() => undefined);
    });
};
