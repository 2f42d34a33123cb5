import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type LiveEvent, LIVE_EVENTS_BATCH_SIZE, type LiveEvents, type LiveSince } from '@geodes/contracts';
import { withRetry } from '@geodes/kit';

interface Row {
  id: string;
  geodeId: string | null;
  availability: Extract<LiveEvent, { name: 'availability' }>['data']['availability'] | null;
  ids: string[] | null;
}

/** A page that was away for longer asks for everything again. */
const KEPT_MINUTES = 10;

/**
 * Gives what was told since the last time its numbers. Of two processes that do so at once the second waits for the first
 * one's rows, so that what is told of a geode keeps its order.
 */
const NUMBER_NEWS = `
  WITH news AS (DELETE FROM live_news RETURNING *),
       position AS (UPDATE live_position SET last = last + (SELECT count(*) FROM news) WHERE EXISTS (SELECT FROM news)
                    RETURNING last)
  INSERT INTO live_event (id, geode_id, availability, ids, created_at)
  SELECT last - count(*) OVER () + row_number() OVER (ORDER BY seq), geode_id, availability, ids, created_at
    FROM news, position`;

/** What was told to open pages, to be told on by the gateways. */
@Injectable()
export class LiveService {
  constructor(private readonly database: DataSource) {}

  /** The events after a number, at most 500; without a number the newest. */
  async since({ after }: LiveSince): Promise<LiveEvents> {
    await this.numberNews();
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
    const events = (row?.events ?? []).map(eventOf);
    const next = events[0]?.id ?? last + 1;
    return { last, events, isWhole: after === null || (after <= last && next === after + 1) };
  }

  async forgetOld(): Promise<void> {
    await this.numberNews();
    await this.database.query(
      `DELETE FROM live_event WHERE ctid = ANY (ARRAY (
         SELECT ctid FROM live_event WHERE created_at < now() - interval '${KEPT_MINUTES} minutes'
          ORDER BY created_at LIMIT 5000 FOR UPDATE SKIP LOCKED))`,
    );
  }

  private async numberNews(): Promise<void> {
    await withRetry(() => this.database.query(NUMBER_NEWS));
  }
}

const eventOf = ({ id, geodeId, availability, ids }: Row): LiveEvent =>
  geodeId && availability
    ? { id: Number(id), name: 'availability', data: { id: geodeId, availability } }
    : { id: Number(id), name: 'catalog', data: { ids: ids ?? [] } };
