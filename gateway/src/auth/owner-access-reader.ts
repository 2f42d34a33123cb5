import { Inject, Injectable } from '@nestjs/common';
import type { OwnerAccess } from '@geodes/contracts';
import { AppError, Bus, CLOCK, type Clock, type Logger, LOGGER, PeriodicTask } from '@geodes/kit';

/** Bounds how long a PIN that another gateway replaced is still the last known one. */
const INTERVAL_MS = 5_000;
/** A login waits no longer for catalog. */
const TIMEOUT_MS = 2_000;

/**
 * Reads the PIN that the owner set and the passkeys from catalog. While catalog is away, the last known ones count, so the
 * owner can still see what is wrong.
 */
@Injectable()
export class OwnerAccessReader extends PeriodicTask {
  /** Set before the start. Gets what is read first, again after a failure; then it is done. */
  firstRead: ((access: OwnerAccess) => Promise<void>) | undefined;
  private last: OwnerAccess | undefined;

  constructor(
    private readonly bus: Bus,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: INTERVAL_MS, failure: 'owner access not read yet' });
  }

  /** Throws UNAVAILABLE if catalog is away and was never reached: a passkey may exist. */
  async read(): Promise<OwnerAccess> {
    try {
      this.last = await this.bus.call('catalog.get-owner-access', {}, { timeoutMs: TIMEOUT_MS });
    } catch (error) {
      if (!this.last || !(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error;
    }
    return this.last;
  }

  protected async round(): Promise<undefined> {
    const access = await this.read();
    await this.firstRead?.(access);
    this.firstRead = undefined;
  }
}
