import { SquareFailure } from '@geodes/payments/dist/square/square-failure.js';
import type { ProcessRun } from '../schedule/process-run.js';
import type { RunContext } from '../schedule/run-context.js';
import { Ledger, type LedgerPayment, type SquareHabits } from './ledger.js';

/** Square may be this much behind in its list, milliseconds. */
const MAX_LAG_MS = 20_000;
/** Nothing is carried out later than this after it was sent: its connection is long gone, milliseconds. */
const MAX_TRANSIT_MS = 120_000;

type Tell = (payment: LedgerPayment, kind: 'payment.created' | 'payment.updated') => void;

/** Square and the way to it: requests that never arrive, arrive late, or whose answer is lost. */
export class Square {
  readonly ledger: Ledger;

  constructor(
    private readonly around: RunContext,
    habits: SquareHabits,
    changed: Tell,
  ) {
    this.ledger = new Ledger(
      () => around.scheduler.now,
      habits,
      changed,
      (what) => {
        around.count(what);
        around.scheduler.note(`*** ${what}`);
      },
    );
  }

  /** One request of a process. Throws SquareFailure as the client does, where no answer comes within `limitMs` too. */
  ask<T>(from: ProcessRun, operation: string, about: string, limitMs: number, work: (ledger: Ledger) => T): Promise<T> {
    if (limitMs <= 0) return Promise.reject(noAnswer(operation, 'NO_TIME_LEFT'));
    const { scheduler, faults, random } = this.around;
    const title = `${operation} ${about}`.trimEnd();
    return new Promise<T>((resolve, reject) => {
      let over = false;
      const end = (settle: () => void) => {
        if (over) return;
        over = true;
        stopWaiting();
        settle();
      };
      const stopWaiting = scheduler.addTimer(`${from.name}: no answer of Square to ${title}`, from, limitMs, () => {
        this.around.count(`Square without an answer in time: ${operation}`);
        end(() => reject(noAnswer(operation, 'TIMEOUT')));
      });
      const answer = (settle: () => void) => {
        if (over) return;
        this.around.send(`${from.name}: answer of Square to ${title}`, from, () => {
          if (random.chance(faults.squareAnswerLost)) return this.note('lost, the answer of Square', operation);
          end(settle);
        });
      };
      const sentAt = scheduler.now;
      const arrive = () => {
        const isTooLate = scheduler.now - sentAt > MAX_TRANSIT_MS;
        if (random.chance(faults.squareLost) || this.around.outages.has('square') || isTooLate)
          return this.note('never reaches Square', operation);
        if (over) this.around.count(`arrives after its caller gave up: ${operation}`);
        if (operation === 'create' && random.chance(faults.squareError))
          return answer(() => reject(this.failure(operation, ACCOUNT_REFUSED)));
        const isBroken = random.chance(faults.squareError);
        if (isBroken && random.chance(0.5)) return answer(() => reject(this.trouble(operation)));
        const settle = this.carryOut(work, resolve, reject);
        answer(isBroken ? () => reject(this.trouble(operation)) : settle);
      };
      this.around.send(`${from.name} → Square: ${title}`, null, arrive, faults.squareLate);
    });
  }

  /** How old the list's word about a payment is this time. */
  lagMs(): number {
    const { random, faults } = this.around;
    return random.chance(faults.listLags) ? random.between(0, MAX_LAG_MS) : 0;
  }

  private carryOut<T>(
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

  private trouble(operation: string): SquareFailure {
    return this.failure(operation, this.around.random.pick(TROUBLES));
  }

  private failure(operation: string, { status, category, code }: Trouble): SquareFailure {
    this.note(`Square answers ${status}`, operation);
    return new SquareFailure(operation, status, [{ category, code }]);
  }

  private note(what: string, operation: string): void {
    this.around.count(`${what}: ${operation}`);
    this.around.scheduler.note(`    ${what}`);
  }
}

interface Trouble {
  status: number;
  category: string;
  code: string;
}

/** Of a create that is not carried out: the reason is that of the shop's account. */
const ACCOUNT_REFUSED: Trouble = { status: 403, category: 'AUTHENTICATION_ERROR', code: 'INSUFFICIENT_SCOPES' };

const TROUBLES: readonly Trouble[] = [
  { status: 503, category: 'API_ERROR', code: 'SERVICE_UNAVAILABLE' },
  { status: 500, category: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR' },
  { status: 429, category: 'RATE_LIMIT_ERROR', code: 'RATE_LIMITED' },
  { status: 400, category: 'PAYMENT_METHOD_ERROR', code: 'TEMPORARY_ERROR' },
];

const noAnswer = (operation: string, code: string): SquareFailure =>
  new SquareFailure(operation, undefined, [{ category: 'NO_ANSWER', code }]);
