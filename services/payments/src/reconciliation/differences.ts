import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@geodes/kit';
import { reconciliationDifferences } from '../metrics.js';

const REMEMBERED = 10_000;

/** Counts and logs what was mended, and once for each payment what the operator has to look at. */
@Injectable()
export class Differences {
  private readonly told = new Set<string>();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  mended(kind: string, squarePaymentId: string, attemptId: string): void {
    reconciliationDifferences.inc({ kind });
    this.logger.warn({ kind, squarePaymentId, attemptId }, 'difference with Square mended');
  }

  report(kind: string, squarePaymentId: string, attemptId: string): void {
    const key = `${kind} ${squarePaymentId}`;
    if (this.told.has(key)) return;
    if (this.told.size >= REMEMBERED) this.told.clear();
    this.told.add(key);
    reconciliationDifferences.inc({ kind });
    this.logger.error({ kind, squarePaymentId, attemptId }, 'difference with Square needs the operator');
  }
}
