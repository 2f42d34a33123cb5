import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { MAX_CHALLENGE_LENGTH } from './challenges.js';
import { type Network, networkOf, type OrderLine, orderLines } from './stock.js';
import type { ErrorCode } from './error-codes.js';
import { ORDER_TOO_LARGE } from './payments.js';
import {
  allIsAbsent,
  emailAddress,
  type EntityId,
  MAX_PAGE,
  numberInText,
  type Paging,
  trimmed,
  uuid,
} from './text.js';
import { type ExportPage, ExportQuery } from './spreadsheets.js';
import type { HistoryPage, ListAuditEntries } from './audit-log.js';
import type { UsedPictures } from './media.js';
import { type Carrier, type ShipmentResult, type ShipOrders, Tracking } from './shipping.js';

/** Statuses that the owner may set in any order. */
export const OWNER_STATUSES = ['pending', 'paid', 'completed', 'shipped', 'delivered'] as const;
export type OwnerStatus = (typeof OWNER_STATUSES)[number];
/** Only the system sets `cancelled`. */
export const ORDER_STATUSES = [...OWNER_STATUSES, 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export class BuyerDetails {
  @emailAddress() email!: string;
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(100) firstName!: string;
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(100) lastName!: string;
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(200) address!: string;
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(100) city!: string;
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(100) state!: string;
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(20) zipCode!: string;
  @IsOptional() @trimmed() @IsString() @MaxLength(40) phone?: string | null;
}

/** Matches dollars up to MAX_PAID_CENTS, as `dollars` writes them: they are compared as text. */
const PAYABLE = /^(?:(?:0|[1-9]\d{0,5})\.\d{2}|1000000\.00)$/;
const wrongTotal = ({ value }: { value: unknown }): string =>
  typeof value === 'string' && /^[1-9]\d{6,7}\.\d{2}$/.test(value)
    ? ORDER_TOO_LARGE
    : 'The expected total must be an amount such as 129.00.';

/** What a buyer orders. Prices come from catalog, never from the client. */
export class CreateOrderBody {
  @orderLines(50, { twice: 'Each geode is unique: it can be in the order once.' }) items!: OrderLine[];

  @trimmed() @IsString() @IsNotEmpty() @MaxLength(500) paymentToken!: string;
  @IsObject() @ValidateNested() @Type(() => BuyerDetails) buyerDetails!: BuyerDetails;

  /** The total shown to the buyer, dollars with two decimals. If it differs, nothing is charged. */
  @IsOptional()
  @Matches(PAYABLE, { message: wrongTotal })
  expectedTotal?: string;
  /** Accepted for clients that name their hold; the browser's cookie alone decides which hold the order may use. */
  @IsOptional() @IsString() @MaxLength(100) holdId?: string | null;
}

/** Body of POST /api/orders/square. */
export class PlaceOrderBody extends CreateOrderBody {
  /** A SolvedChallenge, needed after declined cards. The Idempotency-Key's comparison leaves it out. */
  @IsOptional() @IsString() @MaxLength(MAX_CHALLENGE_LENGTH) challenge?: string;
}

/** Asks whether an attempt has this Idempotency-Key. */
export class CheckoutKey {
  @IsString() @IsNotEmpty() @MaxLength(255) key!: string;
}

/** The checkout command. `key` is the Idempotency-Key; the gateway derives `orderId` from it (uuid v5). */
export class Checkout extends CreateOrderBody {
  @IsString() @IsNotEmpty() @MaxLength(255) key!: string;
  @uuid() orderId!: string;
  /** The sending browser. Its own hold never refuses the order. */
  @IsOptional() @uuid() browserId?: string;
  /** Passed to catalog with the reservation, never stored here. */
  @networkOf() network?: Network | null;
  /** Milliseconds to wait for the outcome before replying `pending`. */
  @IsInt() @Min(0) @Max(10_000) waitMs!: number;
  /** True if the buyer may already see the order number. The order must then exist whatever the outcome. */
  @IsOptional() @IsBoolean() isNumberKnown?: boolean;
}

/** Reply of POST /api/orders/square. Money in dollars, two decimals; null if not known yet. */
export interface PlacedOrder {
  orderId: string;
  orderNumber: string;
  total: string | null;
  discount: string | null;
  status: OrderStatus;
}

/** The order number that buyers see. The gateway derives it while the outcome of an attempt is unknown. */
export const orderNumber = (orderId: string): string => orderId.slice(-8).toUpperCase();

/** The state of a checkout. `refused` outcomes are stored with the key and returned again. */
export type CheckoutOutcome =
  | { outcome: 'paid'; order: PlacedOrder }
  | { outcome: 'refused'; error: { code: ErrorCode; message: string; details?: unknown } }
  | { outcome: 'pending'; order: PlacedOrder };

export class EmailQuery {
  @emailAddress() email!: string;
}

export interface FirstTime {
  isFirstTime: boolean;
}

/** An order found by email without login. It never contains a postal address, name or phone number. */
export interface LookupOrder {
  id: string;
  status: OrderStatus;
  createdAt: string;
  /** Dollars, after the discount. */
  total: string;
  /** Dollars. Missing in replies of earlier releases. */
  discount?: string;
  /** Dollars that went back or are on their way. Missing in replies of earlier releases. */
  refunded?: string;
  carrier: Carrier | null;
  trackingNumber: string | null;
  items: LookupItem[];
}

export interface LookupItem {
  id: string;
  quantity: number;
  /** Cents. */
  priceAtPurchase: number;
  geode: { title: string; imageUrls: string[] };
}

/** An order in the panel. */
export interface AdminOrder {
  id: string;
  orderNumber: string;
  customerName: string;
  customerEmail: string;
  customerPhone: string | null;
  /** Dollars. */
  total: string;
  /** Dollars. */
  discount: string;
  status: OrderStatus;
  createdAt: string;
  updatedAt: string;
  archivedAt: string | null;
  squarePaymentId: string | null;
  /** Missing in replies of earlier releases, like the two below. */
  carrier?: Carrier | null;
  trackingNumber?: string | null;
  /** Refunds that the owner began here and that Square does not have: on their way, or refused. */
  ownRefunds?: OwnRefund[];
  items: AdminOrderItem[];
  shippingAddress: ShippingAddress;
}

/** A refund on its way to Square, or one that Square refused. */
export interface OwnRefund {
  id: string;
  /** Dollars. */
  amount: string;
  status: 'pending' | 'failed';
  /** Why it failed, in Square's words; null otherwise. */
  message: string | null;
  createdAt: string;
}

/** A refund of an order's payment, made by the shop or in Square's dashboard. */
export interface AdminRefund {
  squareRefundId: string;
  /** Dollars. */
  amount: string;
  /** Square's status: PENDING, COMPLETED, REJECTED or FAILED. */
  status: string;
  createdAt: string;
}

/** An order with the refunds that payments knows. */
export interface RefundableOrder extends AdminOrder {
  carrier: Carrier | null;
  trackingNumber: string | null;
  ownRefunds: OwnRefund[];
  /** Dollars refunded or pending; null while payments is unavailable. */
  refundedTotal: string | null;
  /** Oldest first. */
  refunds: AdminRefund[];
}

export interface AdminOrderItem {
  id: string;
  geode: { id: string; title: string; imageUrl: string; size: string; location: string; crystalType: string };
  quantity: number;
  /** Cents. */
  price: number;
  /** A refund, unless it fails, puts the units on sale again: they are not to be sent. */
  isTakenBack?: true;
}

export interface ShippingAddress {
  addressLine1: string;
  addressLine2: string;
  locality: string;
  administrativeDistrictLevel1: string;
  postalCode: string;
  country: string;
}

export interface AdminOrderPage extends Paging {
  orders: AdminOrder[];
  /** Set if a search found more than MAX_FOUND; `total` and the pages end there. */
  isCapped?: true;
}

/** Reply of GET /api/admin/orders and /archived with a query. */
export interface RefundableOrderPage extends Omit<AdminOrderPage, 'orders'> {
  orders: RefundableOrder[];
}

/** The panel's lists of unarchived orders. `awaiting`: paid. `completed`: shipped, delivered and completed. */
export const ORDER_VIEWS = ['awaiting', 'completed'] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];

/** Filters the owner's orders. */
export class OrderFilter {
  @IsOptional() @allIsAbsent() @IsIn(ORDER_VIEWS) view?: OrderView;
  /** Overrides the view. */
  @IsOptional() @allIsAbsent() @IsIn(ORDER_STATUSES) status?: OrderStatus;
  /** Words, each a prefix of a word in name, email, order number or item titles. */
  @IsOptional() @trimmed() @IsString() @MaxLength(200) search?: string;
}

/** Query of GET /api/admin/orders and /archived. Without parameters the reply is an array of all orders. */
export class OrderQuery extends OrderFilter {
  @IsOptional() @numberInText(1, MAX_PAGE) page?: number;
  @IsOptional() @numberInText(1, 500) limit?: number;
}

export class OrderList extends OrderFilter {
  @IsBoolean() archived!: boolean;
  @IsInt() @Min(1) @Max(MAX_PAGE) page!: number;
  @IsInt() @Min(1) @Max(500) limit!: number;
}

export class ExportOrders extends ExportQuery {
  /** If unset, archived orders are among the others. */
  @IsOptional() @IsBoolean() archived?: boolean;
}

/** A search stops counting here; the owner must narrow it. */
export const MAX_FOUND = 1_000;

/** Body of PUT and PATCH /api/admin/orders/{id}/status. */
export class OrderStatusBody extends Tracking {
  @IsIn(OWNER_STATUSES) status!: OwnerStatus;
  /** The status last read. Throws CHANGED if the order has another by now. */
  @IsOptional() @IsIn(ORDER_STATUSES) expectedStatus?: OrderStatus;
}

export class SetOrderStatus extends OrderStatusBody {
  @uuid() id!: string;
}

export interface OrderMessages {
  'orders.checkout': { request: Checkout; reply: CheckoutOutcome };
  'orders.check-key': { request: CheckoutKey; reply: { isKnown: boolean } };
  'orders.check-first-time': { request: EmailQuery; reply: FirstTime };
  'orders.lookup': { request: EmailQuery; reply: LookupOrder[] };
  'orders.list': { request: OrderList; reply: AdminOrderPage };
  'orders.export': { request: ExportOrders; reply: ExportPage<AdminOrder> };
  'orders.set-status': { request: SetOrderStatus; reply: AdminOrder };
  'orders.ship': { request: ShipOrders; reply: { results: ShipmentResult[] } };
  'orders.archive': { request: EntityId; reply: AdminOrder };
  'orders.used-pictures': { request: UsedPictures; reply: { used: string[] } };
  'orders.list-changes': { request: ListAuditEntries; reply: HistoryPage };
}
