import type { PlacedOrder } from '@geodes/contracts';
import { AppError } from '@geodes/kit';

/** What a buyer was told, in the words of HTTP; `silence` where no answer came. */
export type Told =
  | { status: 201; order: PlacedOrder }
  /** `recorded`: the orders service itself said that it is still confirming. */
  | { status: 202; order: PlacedOrder; recorded: boolean }
  | { status: 402 | 409; code: string; message: string; details: unknown }
  | { status: 503 }
  | { status: 500; message: string }
  | { status: 'silence' };

export interface Answer {
  buyer: string;
  key: string;
  orderId: string;
  told: Told;
}

/** The order that the answer names; a key that Square's refusal has freed leads to another one than it first did. */
export const orderIdOf = ({ orderId, told }: Answer): string => ('order' in told ? told.order.orderId : orderId);

const REFUSALS: Record<string, 402 | 409> = {
  PAYMENT_DECLINED: 402,
  PAYMENT_NOT_COMPLETED: 402,
  OUT_OF_STOCK: 409,
  TOTAL_CHANGED: 409,
  KEY_REUSED: 409,
  CHANGED: 409,
};

export const refused = (error: unknown): Told => {
  if (!(error instanceof AppError)) return { status: 500, message: String(error) };
  const { code, message, details } = error;
  const status = REFUSALS[code];
  if (status) return { status, code, message, details };
  return code === 'UNAVAILABLE' ? { status: 503 } : { status: 500, message: `${code}: ${message}` };
};

/** The buyer knows how it ended: paid, or nothing charged. */
export const isOutcome = ({ status }: Told): boolean => status === 201 || status === 402 || status === 409;
