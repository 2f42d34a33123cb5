import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ByTheClock, CLOCK, type Clock, LOGGER, type Logger } from '@geodes/kit';
import { giveMissingWords } from './missing-words.js';

const EVERY_MS = 60_000;
/** The rest is left to the next round. */
const BATCHES_AT_MOST = 20;

/** While a new version takes over, the old one still writes orders without words: every minute they are given theirs. */
@Injectable()
export class WordsKeeper extends ByTheClock {
  constructor(
    private readonly database: DataSource,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(clock, logger, { everyMs: EVERY_MS, failure: 'orders without words' });
  }

  protected async round(): Promise<undefined> {
    await giveMissingWords(this.database, BATCHES_AT_MOST);
  }
}
