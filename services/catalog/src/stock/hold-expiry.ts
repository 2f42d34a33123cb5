import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, type Clock, LOGGER, type Logger } from '@geodes/kit';
import { LiveService } from '../live/live.service.js';
import { HoldsService } from './holds.service.js';
import { OwnerHolds } from './owner-holds.js';

/** Another process may have taken a hold: seen this often, its end is known before it comes. */
const EVERY_MS = 1_000;
const SHORTEST_PAUSE_MS = 20;
const AT_ONCE = 50;
/** About once a minute. */
const FORGET_EVERY_ROUNDS = 60;
const COUNT_EVERY_ROUNDS = 5;

/** Ends holds whose time is up. Several instances do not get in each other's way: a hold is ended under its lock. */
@Injectable()
export class HoldExpiry implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly holds: HoldsService,
    private readonly live: LiveService,
    private readonly ownerHolds: OwnerHolds,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.byTheClock();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async byTheClock(): Promise<void> {
    const { signal } = this.stopping;
    for (let round = 0; !signal.aborted; round += 1) {
      const nextMs = await this.round(round).catch((error: unknown) => {
        this.logger.warn({ reason: error instanceof Error ? error.message : String(error) }, 'holds not ended');
        return EVERY_MS;
      });
      await this.clock.sleep(Math.max(SHORTEST_PAUSE_MS, Math.min(nextMs, EVERY_MS)), signal);
    }
  }

  private async round(round: number): Promise<number> {
    if (round % FORGET_EVERY_ROUNDS === 0) {
      await this.holds.forgetAddresses();
      await this.live.forgetOld();
    }
    if (round % COUNT_EVERY_ROUNDS === 0) await this.ownerHolds.count();
    return this.holds.endOverdue(AT_ONCE);
  }
}
