import { Injectable, Controller, Inject } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Payload } from '@nestjs/microservices';
import { AskReminder, MAX_OPENINGS, type Opening, type Nothing } from '@geodes/contracts';
import { Handles, Bus, CLOCK, type Clock, LOGGER, type Logger, PeriodicTask } from '@geodes/kit';
import { SaleReminder } from './letter.entity.js';

/** How long before its geode goes on sale a letter is written. */
export const REMINDER_SECONDS = 3_600;
/** Letters that wait for their first try at most: those of orders must not queue behind a popular drop. */
const MAX_UNTRIED = 200;

/** Who wants to hear that a geode goes on sale, and which letter is whose. */
@Injectable()
export class SaleReminders {
  constructor(private readonly database: DataSource) {}

  /**
   * Whoever asks again gets another letter only if the geode goes on sale at another instant than their last letter said.
   */
  async ask({ email, geodeId }: AskReminder): Promise<void> {
    await this.database.query(
      `INSERT INTO sale_reminder (id, email, geode_id) VALUES (gen_random_uuid(), $1, $2)
       ON CONFLICT (email, geode_id) DO UPDATE SET asked_at = now(), lettered_at = NULL`,
      [email, geodeId],
    );
  }

  /**
   * Writes the letters of these geodes, the soonest first, each once for a reminder and instant. A letter that is off waits
   * again: its geode was called off and put back. Returns the number of reminders that wait no more; there may be others.
   */
  async writeLetters(openings: readonly Opening[]): Promise<number> {
    const [{ lettered }]: [{ lettered: number }] = await this.database.query(
      `WITH opening AS (
         SELECT * FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS opening (geode_id, instant, place)
       ), due AS (
         SELECT id, instant FROM sale_reminder JOIN opening USING (geode_id) WHERE lettered_at IS NULL
          ORDER BY place, asked_at
          LIMIT (SELECT greatest(0, $3 - count(*)) FROM letter
                  WHERE kind = 'sale-reminder' AND state = 'waiting' AND tries = 0)
            FOR NO KEY UPDATE OF sale_reminder SKIP LOCKED
       ), lettered AS (
         UPDATE sale_reminder SET lettered_at = now() FROM due WHERE sale_reminder.id = due.id
         RETURNING due.id, due.instant
       ), written AS (
         INSERT INTO letter (id, kind, subject_id, reminder_id)
         SELECT gen_random_uuid(), 'sale-reminder', id || ' ' || instant, id FROM lettered
         ON CONFLICT (kind, subject_id) DO UPDATE SET state = 'waiting', tries = 0,
           next_try_at = date_trunc('milliseconds', now()), waiting_since = now(), last_error = NULL
         WHERE letter.state = 'off'
       )
       SELECT count(*)::int AS lettered FROM lettered`,
      [openings.map(({ id }) => id), openings.map(({ availableFrom }) => availableFrom), MAX_UNTRIED],
    );
    return lettered;
  }

  /** Lists the geodes that somebody waits for. */
  async listGeodes(): Promise<string[]> {
    const rows: { id: string }[] = await this.database.query(
      'SELECT DISTINCT geode_id AS id FROM sale_reminder WHERE lettered_at IS NULL',
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the reminder of a letter, and the instant for which the letter was written. */
  async find(subjectId: string): Promise<{ reminder: SaleReminder | null; instant: string | undefined }> {
    const [id = '', instant] = subjectId.split(' ');
    return { reminder: await this.database.getRepository(SaleReminder).findOneBy({ id }), instant };
  }

  /** Lets a reminder wait for another instant, because the one of its letter does not hold any more. */
  async reopen({ id }: SaleReminder): Promise<void> {
    await this.database.query('UPDATE sale_reminder SET lettered_at = NULL WHERE id = $1', [id]);
  }
}

@Controller()
export class SaleRemindersController {
  constructor(private readonly reminders: SaleReminders) {}

  @Handles('orders.ask-reminder')
  async ask(@Payload() reminder: AskReminder): Promise<Nothing> {
    await this.reminders.ask(reminder);
    return {};
  }
}

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
    const openings = await this.openings();
    return (await this.reminders.writeLetters(openings)) > 0 ? BUSY_INTERVAL_MS : undefined;
  }

  /** Asks for the geodes with reminders, as many at once as a request may name. The soonest are first. */
  private async openings(): Promise<Opening[]> {
    const openings: Opening[] = [];
    for (let ids = await this.reminders.listGeodes(); ids.length > 0; ids = ids.slice(MAX_OPENINGS)) {
      const geodeIds = ids.slice(0, MAX_OPENINGS);
      const { geodes } = await this.bus.call('catalog.list-openings', { withinSeconds: REMINDER_SECONDS, geodeIds });
      openings.push(...geodes);
    }
    return openings.toSorted((one, other) => Date.parse(one.availableFrom) - Date.parse(other.availableFrom));
  }
}
