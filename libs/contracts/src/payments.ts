import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { emailAddress, instant, uuid } from './text.js';

/** What one payment may be, US cents. */
export const MAX_PAID_CENTS = 100_000_000;
export const ORDER_TOO_LARGE =
  'One order can be paid up to $1,000,000.00. Nothing was charged. Please make two orders of it, or write to us.';

/**
 * Authorises a card for an attempt. Safe to send twice: the attempt's id is Square's idempotency key and the
 * payment's `reference_id`; the first body that was recorded is what Square gets, however often it is sent.
 */
export class AuthorisePayment {
  @uuid() attemptId!: string;
  /** US cents. */
  @IsInt() @Min(1) @Max(MAX_PAID_CENTS) amountCents!: number;
  @IsString() @IsNotEmpty() @MaxLength(500) paymentToken!: string;
  @IsOptional() @emailAddress() buyerEmail?: string;
  /** As `paymentNote` writes it. */
  @IsOptional() @IsString() @MaxLength(500) note?: string;
  /** The order that the attempt is for. */
  @IsOptional() @uuid() orderId?: string;
}

export class PaymentAttempt {
  @uuid() attemptId!: string;
}

/**
 * `refused`: by Square, for a reason of the shop's own account; nothing was charged. `unknown`: the outcome could not be
 * learned in time; never taken for a decline.
 */
export type AuthoriseOutcome =
  | { outcome: 'authorised'; squarePaymentId: string }
  | { outcome: 'declined'; code: string; message: string }
  | { outcome: 'refused' }
  | { outcome: 'voided' }
  | { outcome: 'unknown' };

/** `gone`: the authorisation was voided or expired, nothing was or will be charged. */
export type CaptureOutcome =
  { outcome: 'captured'; squarePaymentId: string } | { outcome: 'gone' } | { outcome: 'unknown' };

/**
 * `captured`: too late, the money was taken. `refunded`: it was taken although the attempt was given up, and has gone
 * back or is on its way. `owed`: it was taken, and Square does not refund it; the owner is alerted.
 */
export type VoidOutcome =
  | { outcome: 'voided' }
  | { outcome: 'refunded' | 'owed' }
  | { outcome: 'captured'; squarePaymentId: string }
  | { outcome: 'unknown' };

/** A webhook as it came: the signature is over these very bytes. */
export class SquareWebhook {
  /** The raw body, base64. */
  @IsString() @MaxLength(400_000) body!: string;
  @IsString() @MaxLength(200) signature!: string;
}

/** `refunded`: what was taken for an attempt without an order has gone back, or is on its way. `owed`: as for a void. */
export type GiveBackOutcome = { outcome: 'refunded' | 'owed' } | { outcome: 'unknown' };

/** Compares Square's payments of the last minutes with the shop's, now. */
export class ReconcilePayments {
  @IsInt() @Min(1) @Max(1_440) minutes!: number;
}

/** Reconcile everything since an instant, as after a restore from a backup of then. */
export class ReconcileSince {
  @instant() since!: string;
}

/** Body of POST /api/admin/reconciliation: a day where nothing is said. */
export class ReconciliationBody {
  @IsOptional() @IsInt() @Min(1) @Max(1_440) minutes?: number;
}

/** What a comparison with Square did. */
export interface Reconciliation {
  /** Payments of this shop that were compared. */
  payments: number;
  /** Differences that the shop mended by itself. */
  repaired: number;
  /** Differences that it leaves to the owner and that the owner has not marked as seen. */
  reported: number;
}

/** `open` waits for the owner, `seen` is marked by him, `mended` needs nobody any more. */
export type DifferenceState = 'open' | 'seen' | 'mended';

/** One difference between Square's ledger and the shop's. */
export interface PaymentDifference {
  id: string;
  kind: string;
  /** Null where Square made no payment. */
  squarePaymentId: string | null;
  /** Null where no order is known for the payment. */
  orderId: string | null;
  /** US cents, as Square has them. */
  amountCents: number;
  /** When the shop first saw it. */
  seenAt: string;
  state: DifferenceState;
  /** What it is, in the owner's words. */
  text: string;
  /** What the owner is to do about it; null where there is nothing to do. */
  advice: string | null;
}

/** Reply of GET /api/admin/reconciliation: all open differences, and the others of the last 30 days, newest first. */
export interface PaymentDifferences {
  /** When a comparison with Square last came to its end; null before the first. */
  checkedAt: string | null;
  differences: PaymentDifference[];
}

export class DifferenceId {
  @uuid() id!: string;
}

/** An order whose refunds are asked for: by its payment, or by its id alone where no payment is known. */
export class RefundedOrder {
  @uuid() orderId!: string;
  @IsOptional() @IsString() @MaxLength(192) squarePaymentId?: string | null;
}

export class RefundsOf {
  @IsArray()
  @ArrayMaxSize(500)
  @ValidateNested({ each: true })
  @Type(() => RefundedOrder)
  orders!: RefundedOrder[];
}

/** Money that went back to a buyer, whoever gave it back. */
export interface OrderRefund {
  orderId: string;
  squareRefundId: string;
  /** US cents. */
  amountCents: number;
  /** Square's word: PENDING, COMPLETED, REJECTED or FAILED. */
  status: string;
  createdAt: string;
}

/** Where a reader of refunds stopped: those told later come after it. */
export class RefundMark {
  @instant() at!: string;
  @IsString() @IsNotEmpty() @MaxLength(255) id!: string;
}

/** Asks which payments got refunds, or new words about one, since then; from the beginning without `after`. */
export class RefundedSince {
  @IsOptional() @ValidateNested() @Type(() => RefundMark) after?: RefundMark;
  @IsInt() @Min(1) @Max(500) limit!: number;
}

export interface RefundedPayments {
  payments: RefundedPayment[];
  /** Where to go on; null where nothing came. */
  last: RefundMark | null;
}

/** What went back of a payment, or is on its way, all refunds together. */
export interface RefundedPayment {
  attemptId: string;
  squarePaymentId: string;
  /** US cents. */
  refundedCents: number;
}
