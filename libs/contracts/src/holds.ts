import { IsBoolean, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { MAX_CHALLENGE_LENGTH } from './challenges.js';
import { type Network, networkOf, type OrderLine, orderLines } from './stock.js';
import { type Nothing, numberInText, uuid } from './text.js';

/** Maximum geodes per hold. */
export const MAX_HELD = 10;

/** The geodes that a hold takes off sale. */
class HoldItems {
  @orderLines(MAX_HELD, {
    tooMany: `At most ${MAX_HELD} geodes can be held at once.`,
    twice: 'Each geode is unique: it can be held once.',
  })
  items!: OrderLine[];
}

/** Body of POST /api/holds. */
export class HoldBody extends HoldItems {
  /** A SolvedChallenge, needed while more than half of what is on sale is on hold. */
  @IsOptional() @IsString() @MaxLength(MAX_CHALLENGE_LENGTH) challenge?: string;
}

/**
 * Holds every line for a browser, or none, and replaces the browser's previous hold. After an error that one stays.
 * Throws OUT_OF_STOCK with `details: { geodeIds }` if geodes are sold or held, and NOT_YET with NotYetDetails if they go
 * on sale later. Throws TOO_MANY_REQUESTS with the remaining seconds if the network keeps too much off sale, or if the
 * browser has renewed its hold too often. Throws CHALLENGE_REQUIRED if more than half of what is on sale is on hold.
 */
export class TakeHold extends HoldItems {
  @uuid() browserId!: string;
  @networkOf() network?: Network | null;
  @IsOptional() @IsBoolean() isChallengeSolved?: boolean;
}

export class HoldOfBrowser {
  @uuid() browserId!: string;
}

/** Query of DELETE /api/holds/{holdId}. */
export class EndHoldQuery {
  /** Seconds. */
  @IsOptional() @numberInText(0, 60) after?: number;
}

/** Ends a hold now or after some seconds. Ignores holds of other browsers. Safe to repeat. */
export class EndHold extends HoldOfBrowser {
  @uuid() holdId!: string;
  @IsOptional() @IsInt() @Min(0) @Max(60) afterSeconds?: number;
}

/** Ends a hold for the owner. Throws NOT_FOUND if it has ended, GEODE_IN_ORDER if an order has reserved its geodes. */
export class EndHoldForOwner {
  @uuid() holdId!: string;
}

/** An open hold in the panel. Times are ISO 8601. */
export interface OpenHold {
  holdId: string;
  startedAt: string;
  /** The end if the browser neither renews the hold nor pays. */
  endsAt: string;
  /** True if an order has reserved its geodes, so that it cannot be ended. */
  isUnderPayment: boolean;
  geodeIds: string[];
}

/** Reply of GET /api/admin/holds. */
export interface OpenHolds {
  /** The 1,000 that end first; the other fields count all. */
  holds: OpenHold[];
  count: number;
  geodes: number;
  underPayment: number;
  /** The earliest start and the latest end; null if there is no hold. */
  oldestStartedAt: string | null;
  lastEndsAt: string | null;
}

/** Geodes held for one browser's checkout. */
export interface Hold {
  holdId: string;
  /** ISO 8601. */
  expiresAt: string;
  items: OrderLine[];
}

export interface HoldMessages {
  'catalog.take-hold': { request: TakeHold; reply: Hold };
  'catalog.current-hold': { request: HoldOfBrowser; reply: { hold: Hold | null } };
  /** `isEnded` is missing in replies of earlier releases. */
  'catalog.end-hold': { request: EndHold; reply: { isEnded?: boolean } };
  'catalog.list-holds': { request: Nothing; reply: OpenHolds };
  'catalog.end-hold-for-owner': { request: EndHoldForOwner; reply: Nothing };
}
