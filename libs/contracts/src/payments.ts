import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { emailAddress, type EntityId, instant, listOf, type Nothing, uuid } from './text.js';

/** Maximum payment, US cents. */
export const MAX_PAID_CENTS = 100_000_000;
export const ORDER_TOO_LARGE =
  'One order can be paid up to $1,000,000.00. Nothing was charged. Please make two orders of it, or write to us.';

/**
 * Authorises a card for an attempt. Safe to repeat: the attempt's id is Square's idempotency key and the payment's
 * `reference_id`, and repeats send the first recorded body to Square.
 */
export class AuthorisePayment {
  @uuid() attemptId!: string;
  /** US cents. */
  @IsInt() @Min(1) @Max(MAX_PAID_CENTS) amountCents!: number;
  @IsString() @IsNotEmpty() @MaxLength(500) paymentToken!: string;
  @IsOptional() @emailAddress() buyerEmail?: string;
  /** Built by `paymentNote`. */
  @IsOptional() @IsString() @MaxLength(500) note?: string;
  @IsOptional() @uuid() orderId?: string;
}

export class PaymentAttempt {
  @uuid() attemptId!: string;
}

/**
 * `refused`: Square refused because of the shop's account; nothing was charged. `unknown`: no outcome in time; never
 * treat it as a decline.
 */
export type AuthoriseOutcome =
  | { outcome: 'authorised'; squarePaymentId: string }
  | { outcome: 'declined'; code: string; message: string }
  | { outcome: 'refused' }
  | { outcome: 'voided' }
  | { outcome: 'unknown' };

/** `gone`: the authorisation was voided or expired; nothing will be charged. */
export type CaptureOutcome =
  { outcome: 'captured'; squarePaymentId: string } | { outcome: 'gone' } | { outcome: 'unknown' };

/**
 * `captured`: too late, the payment was captured. `refunded`: a payment of an abandoned attempt was captured and its
 * refund is done or pending. `owed`: it was captured and Square does not refund it; the owner is alerted.
 */
export type VoidOutcome =
  | { outcome: 'voided' }
  | { outcome: 'refunded' | 'owed' }
  | { outcome: 'captured'; squarePaymentId: string }
  | { outcome: 'unknown' };

/** A webhook as received, because the signature covers the raw bytes. */
export class SquareWebhook {
  /** The raw body, base64. */
  @IsString() @MaxLength(400_000) body!: string;
  @IsString() @MaxLength(200) signature!: string;
}

/** `refunded`: the refund of an attempt without an order is done or pending. `owed`: as in VoidOutcome. */
export type GiveBackOutcome = { outcome: 'refunded' | 'owed' } | { outcome: 'unknown' };

/** Reconciles the payments of the last minutes with Square, at once. Body of POST /api/admin/reconciliation. */
export class ReconcilePayments {
  @IsInt() @Min(1) @Max(1_440) minutes: number = 1_440;
}

/** Reconciles everything since an instant, such as the time of a restored backup. */
export class ReconcileSince {
  @instant() since!: string;
}

/** The result of a reconciliation with Square. */
export interface Reconciliation {
  /** Compared payments of this shop. */
  payments: number;
  /** Differences repaired automatically. */
  repaired: number;
  /** Differences left to the owner and not acknowledged. */
  reported: number;
}

/** `open`: waits for the owner. `seen`: acknowledged by the owner. `mended`: repaired. */
export type DifferenceState = 'open' | 'seen' | 'mended';

/** One difference between Square's ledger and the shop's. */
export interface PaymentDifference {
  id: string;
  kind: string;
  /** Null if Square has no payment. */
  squarePaymentId: string | null;
  /** Null if the payment's order is unknown. */
  orderId: string | null;
  /** US cents in Square's ledger. */
  amountCents: number;
  /** When the shop first found it. */
  seenAt: string;
  state: DifferenceState;
  /** Description for the owner. */
  text: string;
  /** What the owner should do; null if nothing. */
  advice: string | null;
}

/** Reply of GET /api/admin/reconciliation: all open differences and others of the last 30 days, newest first. */
export interface PaymentDifferences {
  /** When the last reconciliation ended; null before the first. */
  checkedAt: string | null;
  differences: PaymentDifference[];
}

/** Names an order by its payment, or by its id alone if no payment is known. */
export class RefundedOrder {
  @uuid() orderId!: string;
  @IsOptional() @IsString() @MaxLength(192) squarePaymentId?: string | null;
}

export class RefundsOf {
  @listOf(() => RefundedOrder, ArrayMaxSize(500)) orders!: RefundedOrder[];
}

/** A refund to a buyer, made by the shop or in Square's dashboard. */
export interface OrderRefund {
  orderId: string;
  squareRefundId: string;
  /** US cents. */
  amountCents: number;
  /** Square's word: PENDING, COMPLETED, REJECTED or FAILED. */
  status: string;
  createdAt: string;
}

/** The position of a reader of refunds. */
export class RefundMark {
  @instant() at!: string;
  @IsString() @IsNotEmpty() @MaxLength(255) id!: string;
}

/** Lists payments whose refunds were added or changed since `after`; without it, from the beginning. */
export class RefundedSince {
  @IsOptional() @ValidateNested() @Type(() => RefundMark) after?: RefundMark;
  @IsInt() @Min(1) @Max(500) limit!: number;
}

export interface RefundedPayments {
  payments: RefundedPayment[];
  /** The position to continue from; null if the list is empty. */
  last: RefundMark | null;
}

export interface RefundedPayment {
  attemptId: string;
  squarePaymentId: string;
  /** All refunds of the payment, failed ones too. Square makes at most 20. */
  refunds: Omit<OrderRefund, 'orderId'>[];
}

export interface PaymentMessages {
  'payments.authorise': { request: AuthorisePayment; reply: AuthoriseOutcome };
  'payments.capture': { request: PaymentAttempt; reply: CaptureOutcome };
  'payments.void': { request: PaymentAttempt; reply: VoidOutcome };
  'payments.refund': { request: PaymentAttempt; reply: GiveBackOutcome };
  'payments.receive-webhook': { request: SquareWebhook; reply: Nothing };
  'payments.reconcile': { request: ReconcilePayments; reply: Reconciliation };
  'payments.reconcile-since': { request: ReconcileSince; reply: { isDone: boolean } };
  'payments.differences': { request: Nothing; reply: PaymentDifferences };
  'payments.acknowledge-difference': { request: EntityId; reply: PaymentDifference };
  'payments.refunded-since': { request: RefundedSince; reply: RefundedPayments };
  'payments.list-refunds': { request: RefundsOf; reply: OrderRefund[] };
}

/** Characters of a geode id. With 10,000 geodes the chance of any collision is about 1%. */
const REFERENCE_LENGTH = 8;
const GEODES_PATTERN = /; stones ((?:[0-9a-f]{8} ?)+)$/;

/**
 * Builds the note of a Square payment, at most 500 characters: the order number and the first digits of its geode ids.
 * If the shop loses an order's records, the note shows which geodes must not be sold again.
 */
export const paymentNote = (orderNumber: string, geodeIds: readonly string[]): string => {
  const references = geodeIds.map((id) => id.slice(0, REFERENCE_LENGTH).toLowerCase()).join(' ');
  return `Midwest Geodes order ${orderNumber}; stones ${references}`;
};

/** Reads the first digits of the geode ids from a note; returns none if `paymentNote` did not write it. */
export const geodesInNote = (note: string | null | undefined): string[] =>
  GEODES_PATTERN.exec(note ?? '')?.[1]
    ?.split(' ')
    .filter(Boolean) ?? [];
