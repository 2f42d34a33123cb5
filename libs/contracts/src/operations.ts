import { ArrayMaxSize } from 'class-validator';
import type { ProcessHealth } from './health.js';
import type { QueueName } from './messages.js';
import type { EmailQuery } from './orders.js';
import { type Nothing, uuid } from './text.js';

/** The reply of each process to `shop.discover-processes`. */
export interface PresentProcess extends ProcessHealth {
  /** Numbered as by SCALE: `orders`, `orders.2`. In containers all processes of a service share one name. */
  name: string;
  /** gateway, catalog, orders, payments or media. */
  service: string;
  /** Resident set size. */
  memoryBytes: number;
}

/** How a gateway is configured, for the operator. Contains no secret. */
export interface GatewaySettings {
  publicUrl: string;
  isProduction: boolean;
  /** Entries of TRUST_PROXY. */
  trustedProxies: number;
  /** Where the owner's PIN comes from: the panel, ADMIN_PIN_HASH or ADMIN_PIN. */
  pin: 'panel' | 'hash' | 'plain';
  passkeys: number;
  /** CONTACT_EMAIL, CONTACT_PHONE and CONTACT_LOCATION; the owner's own details replace them. */
  contact: { email: string; phone: string; location: string };
}

/** Unfinished work. Times are ISO 8601. */
export interface Backlog {
  count: number;
  /** When the oldest item was added; null if there is none. */
  oldestAt: string | null;
}

/** Connections of the whole database server. */
export interface DatabaseUse {
  connections: number;
  maxConnections: number;
}

export interface QueueState {
  name: QueueName;
  waiting: number;
  active: number;
  /** Failed jobs that wait for a retry. */
  delayed: number;
  failed: number;
  /** When the oldest unfinished job was added; null if there is none. */
  oldestAt: string | null;
}

export interface RedisState {
  usedBytes: number;
  /** 0 means no limit. */
  maxBytes: number;
  /** Redis's maxmemory-policy; only `noeviction` never loses data. */
  policy: string;
}

/** Unfinished work in orders. `queues` and `redis` are null while Redis is down. */
export interface OrdersState {
  checkouts: Backlog;
  /** Since when checkouts are refused, because a restore has not been reconciled with Square yet. */
  closedSince?: string;
  events: Backlog & { givenUp: number };
  queues: QueueState[] | null;
  redis: RedisState | null;
  database: DatabaseUse;
}

/** Unfinished work in payments. */
export interface PaymentsState {
  /** Attempts with an unknown outcome or a pending void. */
  unsettled: Backlog;
  /** When the last reconciliation with Square ended, by the span it covers. */
  comparisons: { span: string; endedAt: string }[];
  /** Reconciliation differences that wait for the owner. */
  differencesOpen: number;
  database: DatabaseUse;
}

/** All data of a buyer in orders, as stored. Money in cents, times in ISO 8601. */
export interface BuyerInOrders {
  orders: Record<string, unknown>[];
  /** Every checkout, refused ones too, because they hold the buyer's input. */
  checkouts: Record<string, unknown>[];
  /** The first-order discount that the email has used. */
  discounts: Record<string, unknown>[];
  /** Letters to the buyer, the questions that they asked, and their reminders. */
  letters: Record<string, unknown>[];
  /** True if the lists are truncated. */
  isCut: boolean;
}

/** Maximum checkouts of one email per request; far above what one buyer makes. */
export const MAX_ROWS_OF_BUYER = 500;

/** Names a buyer's checkouts, because payments stores no buyers. */
export class PaymentsOfBuyer {
  @uuid({ each: true }) @ArrayMaxSize(MAX_ROWS_OF_BUYER) orderIds!: string[];
}

/** All data of these orders in payments. */
export interface BuyerInPayments {
  payments: Record<string, unknown>[];
  refunds: Record<string, unknown>[];
  differences: Record<string, unknown>[];
}

/** The result of erasing a buyer's data. */
export interface ErasedBuyer {
  /** Numbers of the anonymised orders. */
  orderNumbers: string[];
  /** Erased checkouts without an order. */
  checkouts: number;
}

export interface OperationsMessages {
  /** Takes at most 6 s. */
  'payments.check-account': { request: Nothing; reply: AccountCheck };
  'orders.state': { request: Nothing; reply: OrdersState };
  'orders.export-buyer': { request: EmailQuery; reply: BuyerInOrders };
  'orders.erase-buyer': { request: EmailQuery; reply: ErasedBuyer };
  'payments.state': { request: Nothing; reply: PaymentsState };
  'payments.export-buyer': { request: PaymentsOfBuyer; reply: BuyerInPayments };
  'payments.erase-buyer': { request: PaymentsOfBuyer; reply: Nothing };
}

/**
 * `token`: Square refuses the access token. `permission`: the token lacks a permission. `missing`: Square has no such
 * object. `refused`: another refusal. `away`: no reply, or Square is broken or overloaded.
 */
export type SquareProblem = 'token' | 'permission' | 'missing' | 'refused' | 'away';

/** What Square said to one call, or why it said nothing; `codes` are Square's own. */
export type SquareAnswer<T> = { said: T } | { problem: SquareProblem; codes: string[] };

/** A location of the seller; the words are Square's. */
export interface SquareLocation {
  name: string;
  /** ACTIVE or INACTIVE. */
  status: string;
  currency: string;
  capabilities: string[];
}

/** A webhook subscription of the application in Square. */
export interface SquareSubscription {
  url: string;
  isEnabled: boolean;
  eventTypes: string[];
}

/** What the shop's Square account allows, learned by calls that charge nothing. Contains no secret. */
export interface AccountCheck {
  environment: 'simulator' | 'sandbox' | 'production';
  locationId: string;
  /** Without a trailing slash. */
  publicUrl: string;
  /** What Square must send webhooks to. */
  webhookUrl: string;
  hasWebhookKey: boolean;
  location: SquareAnswer<SquareLocation>;
  /** Whether the token may list payments, list refunds, and change payments. */
  readPayments: SquareAnswer<true>;
  readRefunds: SquareAnswer<true>;
  writePayments: SquareAnswer<true>;
  subscriptions: SquareAnswer<SquareSubscription[]>;
}
