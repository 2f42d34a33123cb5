import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { GeodeQuery } from '@geodes/contracts';
import { CLOCK, type Clock, LOGGER, type Logger, retried, searchWords } from '@geodes/kit';
import { oneOf } from '../one-of.js';
import { UNSOLD } from './availability.js';
import { type IndexedGeode, InvertedIndex } from './inverted-index.js';
import { priceCents } from './price-cents.js';

/** Some 500 bytes each. With more on sale than this the database counts. */
const MOST_GEODES = 200_000;
const READ_AT_ONCE = 5_000;
/** With more changes than this it is sooner read anew. */
const MOST_CHANGES = 2_000;
/** An index that nobody asked for so long is read anew: changes are not kept for ever. */
const UNUSED_MS = 60 * 60_000;
/** After this, it is looked whether there are fewer geodes now. */
const TOO_MANY_MS = 60 * 60_000;

const INDEXED = `SELECT id, price_cents AS "priceCents", size_inches AS "sizeInches", category,
    array_to_string(tsvector_to_array(search), ' ') AS words FROM geode WHERE ${UNSOLD}`;
const FIRST_OF_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * The changes that a snapshot's reader did not see, and a snapshot whose reader sees them. Numbers that no transaction has had
 * yet are those of another database, whose backup this one was made from. `FETCH FIRST` is a `LIMIT` that is
 * planned once, which is half of what this costs: it is no list (see preparing-client.ts).
 */
export const CHANGED_SINCE = `
  SELECT pg_current_snapshot()::text AS snapshot,
    pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax($1::pg_snapshot) AS "isLater",
    ARRAY (
      SELECT geode_id FROM geode_change
       WHERE changed_by >= pg_snapshot_xmin($1::pg_snapshot)::text::bigint
         AND changed_by < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
         AND NOT pg_visible_in_snapshot(changed_by::text::xid8, $1::pg_snapshot)
       ORDER BY changed_by FETCH FIRST ${MOST_CHANGES + 1} ROWS ONLY) AS ids`;

interface Changed {
  snapshot: string;
  isLater: boolean;
  ids: string[];
}

type IndexedRow = Omit<IndexedGeode, 'words'> & { words: string };

const indexed = (row: IndexedRow): IndexedGeode => ({ ...row, words: row.words.split(' ') });

export interface Counted {
  /** What is asked for. */
  total: number;
  /** All that is on sale. */
  onSale: number;
}

/** What is on sale, and the snapshot (PostgreSQL's pg_snapshot) whose changes it has. */
interface Followed {
  index: InvertedIndex;
  snapshot: string;
}

/**
 * How many geodes a list of what is on sale has in all. PostgreSQL has to visit each one that it counts, so this process
 * keeps them in its memory; before each count it reads what changed, so that a count is as true as the database's own
 * (docs/decisions/0019).
 */
@Injectable()
export class GeodeCounts implements OnApplicationBootstrap {
  private followed: Followed | undefined;
  private reading: Promise<void> | undefined;
  private notBefore = Number.NEGATIVE_INFINITY;
  private caughtUpAt = 0;
  private catchingUp: Promise<void> = Promise.resolve();
  private nextCatchUp: Promise<void> | undefined;

  constructor(
    private readonly database: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.beginReading();
  }

  /**
   * Null where only the database can say: its rules of upper and lower case decide about places and crystals, there are too
   * many geodes, or they are still being read.
   */
  async count(query: GeodeQuery): Promise<Counted | null> {
    if (query.location || query.crystalType) return null;
    if (this.followed) await this.caughtUp();
    if (!this.followed) {
      this.beginReading();
      return null;
    }
    const { index } = this.followed;
    const total = index.count({
      words: searchWords(query.search ?? ''),
      category: query.category,
      size: query.size,
      minCents: query.minPrice ? priceCents(query.minPrice) : undefined,
      maxCents: query.maxPrice ? priceCents(query.maxPrice) : undefined,
    });
    return { total, onSale: index.size };
  }

  /** One after the other. Who comes while one is under way, which may have looked already, waits for the next with all others. */
  private caughtUp(): Promise<void> {
    this.nextCatchUp ??= this.catchingUp
      .catch(() => undefined)
      .then(() => {
        this.nextCatchUp = undefined;
        this.catchingUp = this.catchUp();
        return this.catchingUp;
      });
    return this.nextCatchUp;
  }

  private async catchUp(): Promise<void> {
    const { followed } = this;
    if (!followed) return;
    const { snapshot, isLater, ids } = await this.row<Changed>(CHANGED_SINCE, [followed.snapshot]);
    const isOld = this.clock.now() - this.caughtUpAt > UNUSED_MS;
    // not later: another database has taken the place of the one that was read
    if (
      !isLater ||
      isOld ||
      ids.length > MOST_CHANGES ||
      followed.index.emptySlots > followed.index.size + MOST_CHANGES
    ) {
      this.followed = undefined;
      return;
    }
    if (ids.length > 0) {
      const changed = [...new Set(ids)];
      const rows = await this.rows<IndexedRow>(`${INDEXED} AND id = ${oneOf('$1')}`, [changed]);
      for (const id of changed) followed.index.remove(id);
      for (const row of rows) followed.index.put(indexed(row));
    }
    followed.snapshot = snapshot;
    this.caughtUpAt = this.clock.now();
  }

  private beginReading(): void {
    if (this.clock.now() < this.notBefore) return;
    this.reading ??= this.read().finally(() => {
      this.reading = undefined;
    });
  }

  /** Reads all that is on sale, a piece at a time. What changes meanwhile is read again by the first count. */
  private async read(): Promise<void> {
    const began = this.clock.now();
    try {
      const index = new InvertedIndex();
      const { snapshot } = await this.row<Pick<Changed, 'snapshot'>>('SELECT pg_current_snapshot()::text AS snapshot');
      let last = FIRST_OF_ALL;
      for (;;) {
        const rows = await this.rows<IndexedRow>(`${INDEXED} AND id > $1 ORDER BY id LIMIT ${READ_AT_ONCE}`, [last]);
        for (const row of rows) index.put(indexed(row));
        if (index.size > MOST_GEODES) {
          this.notBefore = this.clock.now() + TOO_MANY_MS;
          this.logger.info({ geodes: index.size }, 'too many geodes to count in memory');
          return;
        }
        if (rows.length < READ_AT_ONCE) break;
        last = rows.at(-1)?.id ?? last;
      }
      this.followed = { index, snapshot };
      this.caughtUpAt = this.clock.now();
      this.logger.debug({ geodes: index.size, ms: Math.round(this.clock.now() - began) }, 'counting geodes in memory');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.logger.warn({ reason }, 'geodes not read for counting');
    }
  }

  private rows<Row>(sql: string, values: unknown[]): Promise<Row[]> {
    return retried(() => this.database.query<Row[]>(sql, values));
  }

  private async row<Row>(sql: string, values: unknown[] = []): Promise<Row> {
    const [row] = await this.rows<Row>(sql, values);
    if (row === undefined) throw new Error('A statement that always has a row had none.');
    return row;
  }
}
