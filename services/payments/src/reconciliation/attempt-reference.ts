import { isUUID } from 'class-validator';
import type { SquarePayment } from '../square/square-payment.js';

/** The attempt that a payment was made for; undefined for the owner's till, invoices and whatever else is not ours. */
export const attemptOf = ({ referenceId }: Pick<SquarePayment, 'referenceId'>): string | undefined =>
  isUUID(referenceId) ? referenceId?.toLowerCase() : undefined;
