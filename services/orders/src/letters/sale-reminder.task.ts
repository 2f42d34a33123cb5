import { Inject, Injectable } from '@nestjs/common';
import { Bus, CLOCK, type Clock, LOGGER, type Logger, PeriodicTask } from '@geodes/kit';
import { REMINDER_SECONDS, SaleReminders } from './sale-reminders.js';

const INTERVAL_MS = 30_000;
/** While there are letters to write. */
const BUSY_INTERVAL_MS = 5_000;
/** Catalog may start later than orders. */
const FIRST_AFTER_MS = 10_000;

/** Writes the letters about geodes that go on sale within the hour. */
@Injectable()
export class SaleReminderTask extends PeriodicTask {
  constructor(
    private readonly bus: Bus,
    private readonly reminders: SaleReminders,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, {
      firstAfterMs: FIRST_AFTER_MS,
      everyMs: INTERVAL_MS,
      failure: 'sale reminders not written',
    });
  }

  protected async round(): Promise<number | undefined> {
    await this.reminders.prune();
    const { geodes } = await this.bus.call('catalog.list-openings', { withinSeconds: REMINDER_SECONDS });
    return (await this.reminders.writeLetters(geodes)) > 0 ? BUSY_INTERVAL_MS : undefined;
  }
}
