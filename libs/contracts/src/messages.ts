import type { AnalyticsMessages } from './analytics.js';
import type { GeodeMessages } from './geodes.js';
import type { ProcessHealth } from './health.js';
import type { HoldMessages } from './holds.js';
import type { LetterMessages } from './letters.js';
import type { LiveMessages } from './live.js';
import type { MediaMessages } from './media.js';
import type { GatewaySettings, OperationsMessages, PresentProcess } from './operations.js';
import type { OrderEvent, OrderEventMessages } from './order-events.js';
import type { OrderMessages } from './orders.js';
import type { OwnerAccessMessages } from './owner-access.js';
import type { PaymentMessages } from './payments.js';
import type { RefundMessages } from './refunds.js';
import type { ShopDetailsMessages } from './shop-details.js';
import type { ShowcaseMessages } from './showcase.js';
import type { StockMessages } from './stock.js';
import type { Nothing } from './text.js';

/**
 * Every NATS request: subject `<service>.<verb>` to request and reply types. Subjects stand beside their types; those that
 * every service has stand here.
 */
export interface Messages
  extends
    GeodeMessages,
    ShowcaseMessages,
    HoldMessages,
    LiveMessages,
    StockMessages,
    OrderMessages,
    OrderEventMessages,
    PaymentMessages,
    RefundMessages,
    LetterMessages,
    ShopDetailsMessages,
    MediaMessages,
    AnalyticsMessages,
    OperationsMessages,
    OwnerAccessMessages {
  'catalog.ping': { request: Nothing; reply: Nothing };
  'orders.ping': { request: Nothing; reply: Nothing };
  'payments.ping': { request: Nothing; reply: Nothing };
  'media.ping': { request: Nothing; reply: Nothing };
  'catalog.health': { request: Nothing; reply: ProcessHealth };
  'orders.health': { request: Nothing; reply: ProcessHealth };
  'payments.health': { request: Nothing; reply: ProcessHealth };
  'media.health': { request: Nothing; reply: ProcessHealth };

  /** One gateway responds, for all gateways. */
  'gateway.end-sessions': { request: Nothing; reply: { ended: number } };
  'gateway.get-settings': { request: Nothing; reply: GatewaySettings };
  /** Every process responds for itself. */
  'shop.discover-processes': { request: Nothing; reply: PresentProcess };
}

/** Every NATS event. Events carry ids and may get lost. */
export interface Events {
  /** Geodes, showcase items or the shop's details were created, edited, sold, reserved, released or deleted. */
  'catalog.changed': { ids: string[] };
}

/** Subjects that show whether a process of the service listens. */
export type PingSubject = Extract<keyof Messages, `${string}.ping`>;
/** Subjects that report a process's version, start and health checks. */
export type HealthSubject = Extract<keyof Messages, `${string}.health`>;
export type Subject = keyof Messages;
export type Request<S extends Subject> = Messages[S]['request'];
export type Reply<S extends Subject> = Messages[S]['reply'];
export type EventName = keyof Events;

/** Names the letter to send. */
export interface LetterJob {
  letterId: string;
}

/** BullMQ queues between services: `<consumer>.<topic>` to job data. Data are ids; handlers read the current state. */
export interface Queues {
  'catalog.order-events': OrderEvent;
  'orders.letters': LetterJob;
}

export type QueueName = keyof Queues;
