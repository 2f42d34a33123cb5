import { IsInt, Min, ValidateIf } from 'class-validator';
import type { Availability } from './geodes.js';

export const LIVE_EVENTS_BATCH_SIZE = 500;

/** Events of GET /api/live for open pages. Ids are one sequence for the whole shop, in commit order. */
export type LiveEvent =
  | { id: number; name: 'availability'; data: { id: string; availability: Availability } }
  /** Geodes were created, edited or deleted. */
  | { id: number; name: 'catalog'; data: { ids: string[] } };

export class LiveSince {
  /** The id of the last known event; null for the newest events. */
  @ValidateIf((query: LiveSince) => query.after !== null)
  @IsInt()
  @Min(0)
  after!: number | null;
}

export interface LiveEvents {
  /** The id of the newest event. */
  last: number;
  /** Oldest first, at most 500; call again with the last id for more. */
  events: LiveEvent[];
  /** False if some of the requested events have been deleted. */
  isWhole: boolean;
}

export interface LiveMessages {
  'catalog.live-events': { request: LiveSince; reply: LiveEvents };
}
