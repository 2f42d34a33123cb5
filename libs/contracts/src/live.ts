import { IsInt, Min, ValidateIf } from 'class-validator';
import type { Availability } from './geodes.js';

export const LIVE_EVENTS_BATCH_SIZE = 500;

/** What open pages are told, as events of GET /api/live. Numbers are one sequence for the whole shop, in commit order. */
export type LiveEvent =
  | { id: number; name: 'availability'; data: { id: string; availability: Availability } }
  /** Created, edited or deleted. */
  | { id: number; name: 'catalog'; data: { ids: string[] } };

export class LiveSince {
  /** The last number that is known; null for the newest events. */
  @ValidateIf((query: LiveSince) => query.after !== null)
  @IsInt()
  @Min(0)
  after!: number | null;
}

export interface LiveEvents {
  /** The number of the last event there is. */
  last: number;
  /** Oldest first, at most 500: ask again from the last of them. */
  events: LiveEvent[];
  /** False where some of what was asked for is no longer kept. */
  isWhole: boolean;
}
