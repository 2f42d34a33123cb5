/**
 * `held` by a browser, `reserved` by an unpaid order, `sold` to a paid order, `released` back to sale without a sale,
 * `returned` to sale with a refund.
 */
export const RESERVATION_STATES = ['held', 'reserved', 'sold', 'released', 'returned'] as const;
export type ReservationState = (typeof RESERVATION_STATES)[number];

/** Only a known payment outcome moves a reservation out of `reserved`, and only a refund a sold one. */
const NEXT_STATES: Record<ReservationState, readonly ReservationState[]> = {
  held: ['reserved', 'released'],
  reserved: ['sold', 'released', 'held'],
  sold: ['returned'],
  released: [],
  returned: [],
};

export const canBecome = (from: ReservationState, to: ReservationState): boolean => NEXT_STATES[from].includes(to);

/** The states in which a reservation occupies its unit. */
export const OCCUPYING_STATES = ['held', 'reserved', 'sold'] as const satisfies ReservationState[];
