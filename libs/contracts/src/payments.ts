import { IsEmail, IsInt, IsNotEmpty, IsOptional, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';

/**
 * Authorises a card for an attempt. Safe to send twice: the attempt's id is Square's idempotency key and the
 * payment's `reference_id`; the first body that was recorded is what Square gets, however often it is sent.
 */
export class AuthorisePayment {
  @IsUUID() attemptId!: string;
  /** US cents. */
  @IsInt() @Min(1) @Max(100_000_000) amountCents!: number;
  @IsString() @IsNotEmpty() @MaxLength(500) paymentToken!: string;
  @IsOptional() @IsEmail() buyerEmail?: string;
  @IsOptional() @IsString() @MaxLength(45) note?: string;
}

export class PaymentAttempt {
  @IsUUID() attemptId!: string;
}

/** `unknown`: the outcome could not be learned in time; never taken for a decline. */
export type AuthoriseOutcome =
  | { outcome: 'authorised'; squarePaymentId: string }
  | { outcome: 'declined'; code: string; message: string }
  | { outcome: 'voided' }
  | { outcome: 'unknown' };

/** `gone`: the authorisation was voided or expired, nothing was or will be charged. */
export type CaptureOutcome =
  { outcome: 'captured'; squarePaymentId: string } | { outcome: 'gone' } | { outcome: 'unknown' };

/** `captured`: too late, the money was taken. */
export type VoidOutcome =
  { outcome: 'voided' } | { outcome: 'captured'; squarePaymentId: string } | { outcome: 'unknown' };

/** A webhook as it came: the signature is over these very bytes. */
export class SquareWebhook {
  /** The raw body, base64. */
  @IsString() @MaxLength(400_000) body!: string;
  @IsString() @MaxLength(200) signature!: string;
}
