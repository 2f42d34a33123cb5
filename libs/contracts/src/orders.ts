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
import { type OrderLine, orderLines } from './stock.js';
import type { ErrorCode } from './error-codes.js';
import { ORDER_TOO_LARGE } from './payments.js';
import { allIsAbsent, emailAddress, numberInText, trimmed, uuid } from './text.js';

/** Set freely by the owner. */
export const OWNER_STATUSES = ['pending', 'paid', 'completed', 'shipped', 'delivered'] as const;
export type OwnerStatus = (typeof OWNER_STATUSES)[number];
/** `cancelled` is set by the system only. */
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

/** At most MAX_PAID_CENTS. */
const PAYABLE = /^(?:\d{1,6}\.\d{2}|1000000\.00)$/;
const wrongTotal = ({ value }: { value: unknown }): string =>
  typeof value === 'string' && /^\d{1,8}\.\d{2}$/.test(value)
    ? ORDER_TOO_LARGE
    : 'The expected total must be an amount such as 129.00.';

/** Body of POST /api/orders/square. Prices sent by a client are ignored; the catalogue's count. */
export class CreateOrderBody {
  @orderLines(50, { twice: 'Each geode is unique: it can be in the order once.' }) items!: OrderLine[];

  @trimmed() @IsString() @IsNotEmpty() @MaxLength(500) paymentToken!: string;
  @IsObject() @ValidateNested() @Type(() => BuyerDetails) buyerDetails!: BuyerDetails;

  /** Dollars with two decimals: the total the buyer was shown. If it differs, nothing is charged. */
  @IsOptional()
  @Matches(PAYABLE, { message: wrongTotal })
  expectedTotal?: string;
  @IsOptional() @IsString() @MaxLength(100) holdId?: string | null;
}

/** The checkout command. `key` is the Idempotency-Key; `orderId` is derived from it (uuid v5) by the gateway. */
export class Checkout extends CreateOrderBody {
  @IsString() @IsNotEmpty() @MaxLength(255) key!: string;
  @uuid() orderId!: string;
  /** The browser that sends it: its own hold never refuses it. */
  @IsOptional() @uuid() browserId?: string;
  /** How long to wait for the outcome before answering `pending`, milliseconds. */
  @IsInt() @Min(0) @Max(10_000) waitMs!: number;
  /** The buyer was told the order's number, or may be before the answer comes: it must be found, whatever the end. */
  @IsOptional() @IsBoolean() isNumberKnown?: boolean;
}

/** Reply of POST /api/orders/square. Money in dollars, two decimals; null where not known yet. */
export interface PlacedOrder {
  orderId: string;
  orderNumber: string;
  total: string | null;
  discount: string | null;
  status: OrderStatus;
}

/** How far a checkout is. `refused` outcomes are kept with the key and answered again. */
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

/** An order as a guest finds it by e-mail: never an address, a name or a phone number. */
export interface LookupOrder {
  id: string;
  status: OrderStatus;
  createdAt: string;
  /** Dollars, the discount already taken off. */
  total: string;
  /** Dollars. Left out by earlier releases. */
  discount?: string;
  items: LookupItem[];
}

export interface LookupItem {
  id: string;
  quantity: number;
  /** Cents. */
  priceAtPurchase: number;
  geode: { title: string; imageUrls: string[] };
}

/** An order as the owner sees it. */
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
  items: AdminOrderItem[];
  shippingAddress: ShippingAddress;
}

/** Money that went back of an order's payment, whoever gave it back. */
export interface AdminRefund {
  squareRefundId: string;
  /** Dollars. */
  amount: string;
  /** Square's word: PENDING, COMPLETED, REJECTED or FAILED. */
  status: string;
  createdAt: string;
}

/** An order as the panel shows it: what orders knows, and what payments knows of its refunds. */
export interface RefundableOrder extends AdminOrder {
  /** Dollars that went back or are on their way; null while that cannot be read. */
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
}

export interface ShippingAddress {
  addressLine1: string;
  addressLine2: string;
  locality: string;
  administrativeDistrictLevel1: string;
  postalCode: string;
  country: string;
}

export interface AdminOrderPage {
  orders: AdminOrder[];
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  /** A search found more than `total`, which is MAX_FOUND then; the pages end there. */
  isCapped?: true;
}

/** Reply of GET /api/admin/orders and /archived with a query. */
export interface RefundableOrderPage extends Omit<AdminOrderPage, 'orders'> {
  orders: RefundableOrder[];
}

/** The owner's views of orders that are not archived: paid ones; shipped, delivered and completed ones. */
export const ORDER_VIEWS = ['awaiting', 'completed'] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];

/** Which orders the owner wants to see. */
export class OrderFilter {
  @IsOptional() @allIsAbsent() @IsIn(ORDER_VIEWS) view?: OrderView;
  /** Overrides the view. */
  @IsOptional() @allIsAbsent() @IsIn(ORDER_STATUSES) status?: OrderStatus;
  /** Words of name, e-mail, order number and item titles; every one must match, by prefix. */
  @IsOptional() @trimmed() @IsString() @MaxLength(200) search?: string;
}

/** Query of GET /api/admin/orders and /archived. Without any of it the reply is an array of all. */
export class OrderQuery extends OrderFilter {
  @IsOptional() @numberInText(1, 1_000_000) page?: number;
  @IsOptional() @numberInText(1, 500) limit?: number;
}

export class OrderList extends OrderFilter {
  @IsBoolean() archived!: boolean;
  @IsInt() @Min(1) @Max(1_000_000) page!: number;
  @IsInt() @Min(1) @Max(500) limit!: number;
}

/** A search counts no further than this; whoever finds more narrows it. */
export const MAX_FOUND = 1_000;

/** Body of PUT /api/admin/orders/{id}/status. */
export class OrderStatusBody {
  @IsIn(OWNER_STATUSES) status!: OwnerStatus;
}

export class OrderId {
  @uuid() id!: string;
}

export class SetOrderStatus extends OrderId {
  @IsIn(OWNER_STATUSES) status!: OwnerStatus;
}
