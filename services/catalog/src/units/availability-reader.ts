import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Holder } from '@geodes/contracts';
import { Batcher, CLOCK, type Clock, withRetry } from '@geodes/kit';
import { anyOfIds } from '../any-of-ids.js';
import { OPENS_LATER } from '../geodes/availability.js';
import { type GeodeState, isOnSale, type UnavailableGeode, unavailableGeode } from './unavailable.js';

const CARTS_BATCH_SIZE = 100;

/** A geode whose instant has passed, of which the holder holds no unit. */
export interface OpenedGeode {
  id: string;
  openForMs: number;
  unitsAvailable: number;
}

interface GeodeHolders extends GeodeState {
  /** Milliseconds since its instant; null if it has none. */
  openForMs: number | null;
  holders: UnitHolder[];
}

/** The hold of a unit, or the hold that an order took the unit from. */
interface UnitHolder {
  browserId: string;
  state: 'held' | 'reserved';
}

const GEODES_AND_HOLDERS = `
  SELECT id, title, units_available AS "unitsAvailable", is_draft AS "isDraft", available_from AS "availableFrom",
         coalesce(${OPENS_LATER}, false) AS "opensLater",
         extract(epoch FROM now() - available_from)::float * 1000 AS "openForMs",
         ARRAY (SELECT json_build_object('browserId', hold.browser_id, 'state', state)
                  FROM reservation JOIN hold ON hold.id = hold_id
                 WHERE geode_id = geode.id AND state IN ('held', 'reserved')) AS holders
    FROM geode WHERE id = ${anyOfIds('$1')}`;

/**
 * Reads whether geodes are available, without a lock: hundreds of buyers a second may ask for one popular geode. Those
 * who ask at the same moment share a read.
 */
@Injectable()
export class AvailabilityReader {
  private readonly carts: Batcher<string[], Map<string, GeodeHolders>>;

  constructor(
    private readonly database: DataSource,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.carts = new Batcher((carts) => this.readAll(carts), CARTS_BATCH_SIZE, clock, 0);
  }

  /**
   * Finds which of these geodes are unavailable to the holder now, and which of the others have an instant that has
   * passed. The result may be outdated.
   */
  async read(ids: string[], holder: Holder): Promise<{ unavailable: UnavailableGeode[]; opened: OpenedGeode[] }> {
    const found = await this.carts.load(ids);
    const isHeld = (geode: GeodeHolders) => unitsOf(geode, holder).some(({ state }) => state === 'held');
    return {
      unavailable: ids.flatMap((id) => {
        const geode = found.get(id);
        if (geode && (isOnSale(geode) || isHeld(geode))) return [];
        return [{ ...unavailableGeode(id, geode), isOrdered: geode ? unitsOf(geode, holder).length > 0 : false }];
      }),
      opened: ids.flatMap((id) => {
        const geode = found.get(id);
        if (!geode || geode.openForMs === null || isHeld(geode)) return [];
        return [{ id, openForMs: geode.openForMs, unitsAvailable: geode.unitsAvailable }];
      }),
    };
  }

  private async readAll(carts: string[][]): Promise<Map<string, GeodeHolders>[]> {
    const ids = [...new Set(carts.flat())];
    const geodes: GeodeHolders[] = await withRetry(() => this.database.query(GEODES_AND_HOLDERS, [ids]));
    const found = new Map(geodes.map((geode) => [geode.id, geode]));
    return carts.map(() => found);
  }
}

const unitsOf = ({ holders }: GeodeHolders, { browserId }: Holder): UnitHolder[] =>
  holders.filter((unit) => unit.browserId === browserId);
