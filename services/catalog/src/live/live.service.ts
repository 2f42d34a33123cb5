import { Controller, Injectable } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type Availability,
  type LiveEvent,
  LIVE_EVENTS_BATCH_SIZE,
  type LiveEvents,
  LiveSince,
} from '@geodes/contracts';
import { Handles, withRetry } from '@geodes/kit';
import { AVAILABILITY } from '../geodes/availability.js';
import { anyOfIds } from '../any-of-ids.js';

/** Either one geode's new availability, or the ids of geodes or showcase items that were created, edited or deleted. */
interface Row {
  id: number;
  geodeId: string | null;
  availability: Availability | null;
  ids: string[] | null;
}

/** A browser that was disconnected for longer reloads everything. */
const RETENTION_MINUTES = 10;

/**
 * Moves pending events, which transactions insert with their changes, to numbered ones. `seq` keeps the events of a geode in
 * the order of its changes. If two processes do so at once, the second waits for the rows of the first.
 */
const NUMBER_PENDING_EVENTS = `
  WITH pending AS (DELETE FROM live_news RETURNING *),
       position AS (UPDATE live_position SET last = last + (SELECT count(*) FROM pending) WHERE EXISTS (SELECT FROM pending)
                    RETURNING last)
  INSERT INTO live_event (id, geode_id, availability, ids, created_at)
  SELECT last - count(*) OVER () + row_number() OVER (ORDER BY seq), geode_id, availability, ids, created_at
    FROM pending, position`;

/** Numbers live events and returns them to the gateways. */
@Injectable()
export class LiveService {
  constructor(private readonly database: DataSource) {}

  /** Returns the events after a number, at most 500; without a number, the newest ones. */
  async since({ after }: LiveSince): Promise<LiveEvents> {
    await this.numberPendingEvents();
    const from = after ?? `(SELECT last FROM live_position) - ${LIVE_EVENTS_BATCH_SIZE}`;
    const [row]: { last: string; events: Row[] }[] = await withRetry(() =>
      this.database.query(
        `SELECT last, (SELECT coalesce(json_agg(event ORDER BY id), '[]') FROM (
                         SELECT id, geode_id AS "geodeId", availability, ids FROM live_event
                          WHERE id > ${from} ORDER BY id LIMIT ${LIVE_EVENTS_BATCH_SIZE}) AS event) AS events
           FROM live_position`,
      ),
    );
    const last = Number(row?.last ?? 0);
    const events = (row?.events ?? []).map(toLiveEvent);
    const next = events[0]?.id ?? last + 1;
    return { last, events, isWhole: after === null || (after <= last && next === after + 1) };
  }

  /** Deletes up to 5,000 events past their retention. */
  async deleteOldEvents(): Promise<void> {
    await this.numberPendingEvents();
    await this.database.query(
      `DELETE FROM live_event WHERE ctid = ANY (ARRAY (
         SELECT ctid FROM live_event WHERE created_at < now() - interval '${RETENTION_MINUTES} minutes'
          ORDER BY created_at LIMIT 5000 FOR UPDATE SKIP LOCKED))`,
    );
  }

  private async numberPendingEvents(): Promise<void> {
    await withRetry(() => this.database.query(NUMBER_PENDING_EVENTS));
  }
}

@Controller()
export class LiveController {
  constructor(private readonly live: LiveService) {}

  @Handles('catalog.live-events')
  since(@Payload() query: LiveSince): Promise<LiveEvents> {
    return this.live.since(query);
  }
}

/** Queues live events with the availability of these geodes, published after the commit. The caller has locked the geodes. */
export const queueAvailability = async (manager: EntityManager, geodeIds: string[]): Promise<void> => {
  if (geodeIds.length === 0) return;
  await manager.query(
    `INSERT INTO live_news (geode_id, availability) SELECT id, ${AVAILABILITY} FROM geode WHERE id = ${anyOfIds('$1')} ORDER BY id`,
    [geodeIds],
  );
};

/** Queues a live event that these geodes or showcase items were created, edited or deleted, published after the commit. */
export const queueCatalogChange = async (manager: EntityManager, ids: string[]): Promise<void> => {
  if (ids.length === 0) return;
  await manager.query('INSERT INTO live_news (ids) VALUES ($1)', [ids]);
};

const toLiveEvent = ({ id, geodeId, availability, ids }: Row): LiveEvent =>
  geodeId && availability
    ? { id, name: 'availability', data: { id: geodeId, availability } }
    : { id, name: 'catalog', data: { ids: ids ?? [] } };
