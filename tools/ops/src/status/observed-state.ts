import type { OpenHolds, OrdersState, PaymentsState, PresentProcess } from '@geodes/contracts';

/** A healthy shop has at least one process of each kind. */
export const KINDS = ['gateway', 'catalog', 'orders', 'payments', 'media'] as const;

/** The reply of a part of the shop, or why there is none. */
export type Observed<T> = { said: T } | { away: string };

/** Waits for a reply; an error becomes the reason why there is none. Never throws. */
export const observe = async <T>(reply: Promise<T>): Promise<Observed<T>> => {
  try {
    return { said: await reply };
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    return {
      away: message === 'fetch failed' && cause instanceof Error ? `nothing answers (${cause.message})` : message,
    };
  }
};

/** Result of the continuous audit's last check. */
export interface AuditState {
  /** ISO 8601; null before the first check. */
  checkedAt: string | null;
  /** Present violations by kind. */
  violations: Record<string, number>;
}

/** The replies of all parts. */
export interface ObservedState {
  /** ISO 8601. */
  at: string;
  nats: Observed<true>;
  /** Every process that replied to the discovery. */
  processes: PresentProcess[];
  /** Without NATS: the failing dependencies of each local service process, by name; an empty list is healthy. */
  byThemselves: Record<string, Observed<string[]>>;
  orders: Observed<OrdersState>;
  payments: Observed<PaymentsState>;
  holds: Observed<Pick<OpenHolds, 'count' | 'geodes'>>;
  /** Undefined if the audit's URL is not configured. */
  audit: Observed<AuditState> | undefined;
}
