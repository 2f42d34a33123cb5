import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError, Bus, PeriodicTask, CLOCK, type Clock, LOGGER, type Logger } from '@geodes/kit';

const INTERVAL_MS = 2_000;
/** An open gate reads nothing, so its rounds may be rare. */
const OPEN_INTERVAL_MS = 60 * 60_000;
const TIMEOUT_MS = 5_000;
/** Square lists a payment only some seconds after it was made. */
const LIST_LAG_MS = 15_000;
const RETRY_AFTER_SECONDS = 10;

interface Restored {
  backupAt: Date;
  isListed: boolean;
  openAttempts: number;
}

/**
 * Refuses checkouts after a restore until payments has reconciled with Square: geodes of lost orders may still be on
 * sale. `npm run restore` inserts the row that closes it. Attempts from the backup end first, so that the reconciliation
 * knows their payments.
 */
@Injectable()
export class RestoreGate extends PeriodicTask {
  private isOpen = false;

  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: INTERVAL_MS, failure: 'closed after a restore: reconciliation not complete' });
  }

  /** Caches an open gate for the life of the process, because a restore requires a stopped shop. */
  async isClosed(): Promise<boolean> {
    if (!this.isOpen) this.isOpen = (await this.database.query<unknown[]>('SELECT FROM restore_gate')).length === 0;
    return !this.isOpen;
  }

  /** Opens the gate once everything is reconciled. Throws if payments does not respond; the next round retries. */
  protected async round(): Promise<number | undefined> {
    if (!(await this.isClosed())) return OPEN_INTERVAL_MS;
    const [{ backupAt, isListed, openAttempts }] = await this.database.query<[Restored]>(
      `SELECT min(backup_at) AS "backupAt", bool_and(restored_at < now() - $1 * interval '1 millisecond') AS "isListed",
              (SELECT count(*)::int FROM checkout_attempt WHERE state NOT IN ('paid', 'refused')) AS "openAttempts"
         FROM restore_gate`,
      [LIST_LAG_MS],
    );
    this.logger.warn({ backupAt, openAttempts }, 'closed after a restore');
    if (!isListed || openAttempts > 0) return undefined;
    const since = backupAt.toISOString();
    const { isDone } = await this.bus.call('payments.reconcile-since', { since }, { timeoutMs: TIMEOUT_MS });
    if (!isDone) return undefined;
    await this.database.query('DELETE FROM restore_gate');
    this.logger.warn({ backupAt }, 'reconciled after a restore: checkouts are taken again');
    return undefined;
  }
}

/** `taken: false` means that no attempt was recorded, so nothing can be charged. */
export const reconcilingAfterRestore = (): AppError =>
  new AppError('UNAVAILABLE', 'We are checking our books after a repair. Please try again in a minute.', {
    taken: false,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
