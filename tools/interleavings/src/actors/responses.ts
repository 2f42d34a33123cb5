import type { PlacedOrder } from '@geodes/contracts';
import { AppError } from '@geodes/kit';

/** The shop's HTTP response to a buyer; `silence` when none arrived. */
export type BuyerResponse =
  | { status: 201; order: PlacedOrder }
  /** `recorded`: the orders service itself responded `pending`. */
  | { status: 202; order: PlacedOrder; recorded: boolean }
  | { status: 402 | 409; code: string; message: string; details: unknown }
  | { status: 503 }
  | { status: 500; message: string }
  | { status: 'silence' };

export interface RecordedResponse {
  buyer: string;
  key: string;
  orderId: string;
  response: BuyerResponse;
}

/** Returns the order that the response names. A key that Square's refusal freed may lead to another order than before. */
export const orderIdOf = ({ orderId, response }: RecordedResponse): string =>
  'order' in response ? response.order.orderId : orderId;

const REFUSALS: Record<string, 402 | 409> = {
  PAYMENT_DECLINED: 402,
  PAYMENT_NOT_COMPLETED: 402,
  OUT_OF_STOCK: 409,
  TOTAL_CHANGED: 409,
  KEY_REUSED: 409,
  CHANGED: 409,
};

export const toErrorResponse = (error: unknown): BuyerResponse => {
  if (!(error instanceof AppError)) return { status: 500, message: String(error) };
  const { code, message, details } = error;
  const status = REFUSALS[code];
  if (status) return { status, code, message, details };
  return code === 'UNAVAILABLE' ? { status: 503 } : { status: 500, message: `${code}: ${message}` };
};

/** True when the response says how the order ended: paid, or nothing charged. */
export const isOutcome = ({ status }: BuyerResponse): boolean => status === 201 || status === 402 || status === 409;
