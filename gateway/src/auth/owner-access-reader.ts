import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { OwnerAccess } from '@geodes/contracts';
import { AppError, Bus, type Logger, LOGGER } from '@geodes/kit';

/** A login waits no longer for catalog. */
const TIMEOUT_MS = 2_000;

/**
 * Reads the PIN that the owner set and the passkeys from catalog. While catalog is away, the last known ones count, so the
 * owner can still see what is wrong.
 */
@Injectable()
export class OwnerAccessReader implements OnApplicationBootstrap {
  private last: OwnerAccess | undefined;

  constructor(
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.read().catch((error: unknown) => this.logger.warn({ err: error }, 'owner access not read yet'));
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
}
