import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { type OrderLine, orderLines } from './stock.js';
import { numberInText, uuid } from './text.js';

/** Stones that one hold may keep off sale. */
export const MAX_HELD = 10;

/** Body of POST /api/holds. */
export class HoldBody {
  @orderLines(MAX_HELD, {
    tooMany: `At most ${MAX_HELD} geodes can be held at once.`,
    twice: 'Each geode is unique: it can be held once.',
  })
  items!: OrderLine[];
}

/**
 * Takes every line off sale for a browser, or none; the browser's hold before is replaced. Throws OUT_OF_STOCK with
 * `details: { geodeIds }` (gone or held), TOO_MANY_REQUESTS with the seconds left where the address has kept stones off
 * sale for too long; either leaves the hold before as it was.
 */
export class TakeHold extends HoldBody {
  @uuid() browserId!: string;
  /** Stands for the address; null where its minutes are not counted. */
  @IsOptional() @IsString() @MaxLength(100) addressKey!: string | null;
}

export class HoldOfBrowser {
  @uuid() browserId!: string;
}

/** Query of DELETE /api/holds/{holdId}. */
export class EndHoldQuery {
  /** Seconds. */
  @IsOptional() @numberInText(0, 60) after?: number;
}

/** Ends a hold now or so many seconds from now; that of another browser is left alone. Safe to send twice. */
export class EndHold extends HoldOfBrowser {
  @uuid() holdId!: string;
  @IsOptional() @IsInt() @Min(0) @Max(60) afterSeconds?: number;
}

/** The owner ends a hold. Throws NOT_FOUND where it has ended already, GEODE_IN_ORDER where an order has stones of it. */
export class EndHoldForOwner {
  @uuid() holdId!: string;
}

/** A hold as the owner sees it. Times are ISO 8601. */
export interface OpenHold {
  holdId: string;
  startedAt: string;
  /** Of itself, unless its browser asks again or pays. */
  endsAt: string;
  /** An order has taken stones of it over: it cannot be ended now. */
  isUnderPayment: boolean;
  geodeIds: string[];
}

/** Reply of GET /api/admin/holds. */
export interface OpenHolds {
  /** Those that end first, at most 1,000; the other fields tell of all. */
  holds: OpenHold[];
  count: number;
  geodes: number;
  underPayment: number;
  /** When the oldest began, and when the last one ends; null where there is none. */
  oldestStartedAt: string | null;
  lastEndsAt: string | null;
}

/** Stones in the checkout of one browser. */
export interface Hold {
  holdId: string;
  /** ISO 8601. */
  expiresAt: string;
  items: OrderLine[];
}
