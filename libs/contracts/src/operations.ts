import { ArrayMaxSize } from 'class-validator';
import type { QueueName } from './jobs.js';
import { EmailQuery } from './orders.js';
import type { ProcessHealth } from './settings.js';
import { uuid } from './text.js';

/** What each process answers when all are called: every instance for itself. */
export interface PresentProcess extends ProcessHealth {
  /** As SCALE numbers them: `orders`, `orders.2`. In containers all of a kind have one name. */
  name: string;
  /** gateway, catalog, orders, payments or media. */
  service: string;
  /** Resident memory. */
  memoryBytes: number;
}

/** What waits. Times are ISO 8601. */
export interface Backlog {
  count: number;
  /** Since when the oldest of it waits; null where nothing does. */
  oldestAt: string | null;
}

/** How much of the database server is in use, by all of its users. */
export interface DatabaseUse {
  connections: number;
  maxConnections: number;
}

export interface QueueState {
  name: QueueName;
  waiting: number;
  active: number;
  /** They failed and are tried again later. */
  delayed: number;
  failed: number;
  /** When the oldest job that is not over was put there. */
  oldestAt: string | null;
}

export interface RedisState {
  usedBytes: number;
  /** 0: no limit. */
  maxBytes: number;
  /** What it does when it is full; only `noeviction` loses nothing. */
  policy: string;
}

/** What is under way in orders. What Redis would have told is null while it is away. */
export interface OrdersState {
  checkouts: Backlog;
  /** Since when no checkout is taken: restored, and not reconciled with Square yet. */
  closedSince?: string;
  events: Backlog & { givenUp: number };
  queues: QueueState[] | null;
  redis: RedisState | null;
  database: DatabaseUse;
}

/** What is under way in payments. */
export interface PaymentsState {
  /** Attempts whose outcome is not known, or that are being voided. */
  unsettled: Backlog;
  /** When a comparison with Square last came to its end, by how far back it looks. */
  comparisons: { span: string; endedAt: string }[];
  /** Differences that wait for the owner. */
  differencesOpen: number;
  database: DatabaseUse;
}

/** Everything of a buyer that orders keeps, as it stands there. Money in cents, times in ISO 8601. */
export interface BuyerInOrders {
  orders: Record<string, unknown>[];
  /** Every checkout, those that were refused too: it holds what the buyer typed. */
  checkouts: Record<string, unknown>[];
  /** The first-order discount that the address has had. */
  discounts: Record<string, unknown>[];
  /** There is more than is listed. */
  isCut: boolean;
}

export class BuyerQuery extends EmailQuery {}

/** Checkouts of one address that are looked at in one go; nobody buys so often. */
export const MAX_ROWS_OF_BUYER = 500;

/** Which checkouts payments is asked about: it knows no buyers. */
export class PaymentsOfBuyer {
  @uuid({ each: true }) @ArrayMaxSize(MAX_ROWS_OF_BUYER) orderIds!: string[];
}

/** Everything that payments keeps of these orders. */
export interface BuyerInPayments {
  payments: Record<string, unknown>[];
  refunds: Record<string, unknown>[];
  differences: Record<string, unknown>[];
}

/** What became of a buyer's data. */
export interface ErasedBuyer {
  /** Numbers of the orders that are nobody's now. */
  orderNumbers: string[];
  /** Checkouts that came to no order. */
  checkouts: number;
}
