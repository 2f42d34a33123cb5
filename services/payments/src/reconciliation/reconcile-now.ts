import { Inject, Injectable } from '@nestjs/common';
import type { Reconciliation } from '@geodes/contracts';
import { AppError, CLOCK, type Clock } from '@geodes/kit';
import { SingleFlight } from '../payments/single-flight.js';
import { SquareFailure } from '../square/square-failure.js';
import { Reconcile } from './reconcile.js';

/** Callers wait thirty seconds. */
const TIMEOUT_MS = 25_000;
const PAUSE_MS = 250;

/** A comparison on demand: after another one of its kind, not beside it. */
@Injectable()
export class ReconcileNow {
  private readonly flights = new SingleFlight<Reconciliation>();

  constructor(
    @Inject(Reconcile) private readonly reconcile: Reconcile,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Compares the last `minutes`. Throws UNAVAILABLE where Square does not answer, or where it was not finished in 25 s:
   * what was found until then is mended and kept, and the hourly comparison does the rest.
   */
  run(minutes: number): Promise<Reconciliation> {
    return this.flights.run(String(minutes), () => this.within(minutes));
  }

  private async within(minutes: number): Promise<Reconciliation> {
    const over = new AbortController();
    const end = this.clock.now() + TIMEOUT_MS;
    const timer = setTimeout(() => over.abort(), TIMEOUT_MS);
    try {
      while (this.clock.now() < end) {
        const done = await this.reconcile.back(minutes, over.signal);
        if (done) return done;
        await this.clock.sleep(PAUSE_MS, over.signal);
      }
      throw notFinished();
    } catch (error) {
      if (error instanceof SquareFailure) throw noAnswer();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

const notFinished = (): AppError =>
  new AppError('UNAVAILABLE', 'The check was not finished in time. It goes on by itself every hour.');

const noAnswer = (): AppError =>
  new AppError('UNAVAILABLE', 'Square does not answer at the moment. The shop checks again by itself.');
