import { Inject, Injectable } from '@nestjs/common';
import type { Reconciliation } from '@geodes/contracts';
import { AppError, CLOCK, type Clock, SingleFlight } from '@geodes/kit';
import { SquareFailure } from '../square/square-failure.js';
import { Reconcile } from './reconcile.js';

/** Callers time out after thirty seconds. */
const TIMEOUT_MS = 25_000;
const RETRY_DELAY_MS = 250;

/** Reconciles on demand. Waits for a demand run of another instance to end, instead of running beside it. */
@Injectable()
export class ReconcileNow {
  private readonly flights = new SingleFlight<Reconciliation>();

  constructor(
    private readonly reconcile: Reconcile,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Reconciles the last `minutes`. Throws UNAVAILABLE if Square does not respond or the run takes longer than 25 s.
   * Repairs made until then are kept, and the hourly run does the rest.
   */
  run(minutes: number): Promise<Reconciliation> {
    return this.flights.run(String(minutes), () => this.within(minutes));
  }

  private async within(minutes: number): Promise<Reconciliation> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      while (!timeout.aborted) {
        const result = await this.reconcile.lastMinutes(minutes, timeout);
        if (result) return result;
        await this.clock.sleep(RETRY_DELAY_MS, timeout);
      }
      throw notFinished();
    } catch (error) {
      if (error instanceof SquareFailure) throw noAnswer();
      throw error;
    }
  }
}

const notFinished = (): AppError =>
  new AppError('UNAVAILABLE', 'The check was not finished in time. It goes on by itself every hour.');

const noAnswer = (): AppError =>
  new AppError('UNAVAILABLE', 'Square does not answer at the moment. The shop checks again by itself.');
