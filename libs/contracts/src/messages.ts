import type {
  CreateGeodeBody,
  FeatureGeode,
  Geode,
  GeodeId,
  GeodePage,
  GeodeQuery,
  ImportGeodes,
  ImportKey,
  PageQuery,
  UpdateGeode,
} from './geodes.js';
import type { CreateShowcaseItem, ShowcaseItem, ShowcaseItemId, UpdateShowcaseItem } from './showcase.js';
import type { EndHold, EndHoldForOwner, Hold, HoldOfBrowser, OpenHolds, TakeHold } from './holds.js';
import type { LiveEvents, LiveSince } from './live.js';
import type { ReleaseGeodes, Reservation, ReserveGeodes, WithdrawnGeodes, WithdrawGeodes } from './stock.js';
import type {
  AdminOrder,
  AdminOrderPage,
  Checkout,
  CheckoutOutcome,
  EmailQuery,
  FirstTime,
  LookupOrder,
  OrderId,
  OrderList,
  SetOrderStatus,
} from './orders.js';
import type {
  AckOrderEvent,
  DropOrderEvent,
  FailOrderEvent,
  OrderEventId,
  OrderEventList,
  OrderEventQuery,
  OrderEventView,
  RetryOrderEvent,
} from './order-events.js';
import type {
  AuthoriseOutcome,
  AuthorisePayment,
  CaptureOutcome,
  DifferenceId,
  GiveBackOutcome,
  OrderRefund,
  PaymentAttempt,
  PaymentDifference,
  PaymentDifferences,
  Reconciliation,
  ReconcilePayments,
  ReconcileSince,
  RefundedPayments,
  RefundedSince,
  RefundsOf,
  SquareWebhook,
  VoidOutcome,
} from './payments.js';
import type { Sales, SalesQuery, InventoryAge } from './analytics.js';
import type { HistoryPage, ListAuditEntries } from './audit-log.js';
import type { ExportPage, ExportQuery, PastImport } from './spreadsheets.js';
import type {
  BuyerInOrders,
  BuyerInPayments,
  BuyerQuery,
  ErasedBuyer,
  OrdersState,
  PaymentsOfBuyer,
  PaymentsState,
  PresentProcess,
} from './operations.js';
import type { ProcessHealth } from './settings.js';
import type { IngestImage, LocatedPicture, LocatePicture, Picture, UsedPictures } from './media.js';

/** An empty request or reply. */
export type Nothing = Record<string, never>;

/** Every NATS request: subject `<service>.<verb>` to request and reply types. */
export interface Messages {
  'catalog.list-geodes': { request: GeodeQuery; reply: GeodePage };
  'catalog.list-featured': { request: Nothing; reply: Geode[] };
  'catalog.get-geode': { request: GeodeId; reply: Geode };
  'catalog.list-inventory': { request: PageQuery; reply: GeodePage };
  'catalog.list-sitemap': { request: PageQuery; reply: SitemapPage };
  'catalog.create-geode': { request: CreateGeodeBody; reply: Geode };
  'catalog.update-geode': { request: UpdateGeode; reply: Geode };
  'catalog.feature-geode': { request: FeatureGeode; reply: Geode };
  'catalog.delete-geode': { request: GeodeId; reply: Nothing };
  'catalog.import-geodes': { request: ImportGeodes; reply: { created: number } };
  'catalog.past-import': { request: ImportKey; reply: PastImport };
  'catalog.export-geodes': { request: ExportQuery; reply: ExportPage<Geode> };
  'catalog.list-showcase': { request: Nothing; reply: ShowcaseItem[] };
  'catalog.create-showcase-item': { request: CreateShowcaseItem; reply: ShowcaseItem };
  'catalog.update-showcase-item': { request: UpdateShowcaseItem; reply: ShowcaseItem };
  'catalog.delete-showcase-item': { request: ShowcaseItemId; reply: Nothing };
  'catalog.get-inventory-age': { request: Nothing; reply: InventoryAge };
  'catalog.used-pictures': { request: UsedPictures; reply: { used: string[] } };
  'catalog.list-geode-changes': { request: ListAuditEntries; reply: HistoryPage };
  'catalog.list-showcase-changes': { request: ListAuditEntries; reply: HistoryPage };
  'catalog.reserve-geodes': { request: ReserveGeodes; reply: Reservation };
  'catalog.release-geodes': { request: ReleaseGeodes; reply: Nothing };
  'catalog.withdraw-geodes': { request: WithdrawGeodes; reply: WithdrawnGeodes };
  'catalog.take-hold': { request: TakeHold; reply: Hold };
  'catalog.current-hold': { request: HoldOfBrowser; reply: { hold: Hold | null } };
  'catalog.end-hold': { request: EndHold; reply: Nothing };
  'catalog.list-holds': { request: Nothing; reply: OpenHolds };
  'catalog.end-hold-for-owner': { request: EndHoldForOwner; reply: Nothing };
  'catalog.live-events': { request: LiveSince; reply: LiveEvents };

  'orders.checkout': { request: Checkout; reply: CheckoutOutcome };
  'orders.check-first-time': { request: EmailQuery; reply: FirstTime };
  'orders.lookup': { request: EmailQuery; reply: LookupOrder[] };
  'orders.list': { request: OrderList; reply: AdminOrderPage };
  'orders.export': { request: ExportQuery; reply: ExportPage<AdminOrder> };
  'orders.set-status': { request: SetOrderStatus; reply: AdminOrder };
  'orders.archive': { request: OrderId; reply: AdminOrder };
  'orders.sales': { request: SalesQuery; reply: Sales };
  'orders.used-pictures': { request: UsedPictures; reply: { used: string[] } };
  'orders.list-changes': { request: ListAuditEntries; reply: HistoryPage };
  'orders.ack-event': { request: AckOrderEvent; reply: Nothing };
  'orders.fail-event': { request: FailOrderEvent; reply: Nothing };
  'orders.list-events': { request: OrderEventQuery; reply: OrderEventList };
  'orders.get-event': { request: OrderEventId; reply: OrderEventView };
  'orders.retry-event': { request: RetryOrderEvent; reply: { retried: number } };
  'orders.drop-event': { request: DropOrderEvent; reply: OrderEventView };

  'orders.state': { request: Nothing; reply: OrdersState };
  'orders.export-buyer': { request: BuyerQuery; reply: BuyerInOrders };
  'orders.erase-buyer': { request: BuyerQuery; reply: ErasedBuyer };

  'payments.authorise': { request: AuthorisePayment; reply: AuthoriseOutcome };
  'payments.capture': { request: PaymentAttempt; reply: CaptureOutcome };
  'payments.void': { request: PaymentAttempt; reply: VoidOutcome };
  'payments.refund': { request: PaymentAttempt; reply: GiveBackOutcome };
  'payments.receive-webhook': { request: SquareWebhook; reply: Nothing };
  'payments.reconcile': { request: ReconcilePayments; reply: Reconciliation };
  'payments.reconcile-since': { request: ReconcileSince; reply: { isDone: boolean } };
  'payments.differences': { request: Nothing; reply: PaymentDifferences };
  'payments.acknowledge-difference': { request: DifferenceId; reply: PaymentDifference };
  'payments.refunded-since': { request: RefundedSince; reply: RefundedPayments };
  'payments.list-refunds': { request: RefundsOf; reply: OrderRefund[] };

  'payments.state': { request: Nothing; reply: PaymentsState };
  'payments.export-buyer': { request: PaymentsOfBuyer; reply: BuyerInPayments };
  'payments.erase-buyer': { request: PaymentsOfBuyer; reply: Nothing };

  'media.ingest': { request: IngestImage; reply: Picture };
  'media.locate': { request: LocatePicture; reply: LocatedPicture };
  /** Placeholders by picture name; unknown pictures are left out. */
  'media.placeholders': { request: UsedPictures; reply: { placeholders: Record<string, string> } };
  'media.known-pictures': { request: UsedPictures; reply: { known: string[] } };

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
  /** Every process responds for itself. */
  'shop.discover-processes': { request: Nothing; reply: PresentProcess };
}

/** Unsold geodes for /sitemap.xml, ordered by id. */
export interface SitemapPage {
  geodes: { id: string; updatedAt: string; imageUrl: string; title: string }[];
  total: number;
}

/** Every NATS event. Events carry ids and may get lost. */
export interface Events {
  /** Geodes or showcase items were created, edited, sold, reserved, released or deleted. */
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
