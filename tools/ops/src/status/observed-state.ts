import type { OpenHolds, OrdersState, PaymentsState, PresentProcess } from '@geodes/contracts';

/** Of each kind there is at least one process in a shop that is well. */
export const KINDS = ['gateway', 'catalog', 'orders', 'payments', 'media'] as const;

/** What a part of the shop said, or why nothing came. */
export type Asked<T> = { said: T } | { away: string };

/** What the audit that stays found when it last looked. */
export interface AuditState {
  /** ISO 8601; null before the first look. */
  checkedAt: string | null;
  /** Violations there are now, by kind. */
  violations: Record<string, number>;
}

/** All that was asked, at one moment. */
export interface ObservedState {
  /** ISO 8601. */
  at: string;
  nats: Asked<true>;
  /** Every process that answered the roll call. */
  processes: PresentProcess[];
  /** While NATS is away: what service processes on this machine say for themselves, by name; empty where all is well. */
  byThemselves: Record<string, Asked<string[]>>;
  orders: Asked<OrdersState>;
  payments: Asked<PaymentsState>;
  holds: Asked<Pick<OpenHolds, 'count' | 'geodes'>>;
  /** Undefined where nobody said where it is. */
  audit: Asked<AuditState> | undefined;
}
