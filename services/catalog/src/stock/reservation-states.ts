import { In } from 'typeorm';

/** `held` is a buyer's hold before payment, `reserved` is under payment, `sold` is paid, `released` is given back. */
export const RESERVATION_STATES = ['held', 'reserved', 'sold', 'released'] as const;
export type ReservationState = (typeof RESERVATION_STATES)[number];

/** What may follow what. Only a known payment outcome moves a reservation that is under payment. */
const MAY_BECOME: Record<ReservationState, readonly ReservationState[]> = {
  held: ['reserved', 'released'],
  reserved: ['sold', 'released', 'held'],
  sold: [],
  released: [],
};

export const mayBecome = (from: ReservationState, to: ReservationState): boolean => MAY_BECOME[from].includes(to);

/** A row in one of these states takes up a unit. */
export const TAKEN = ['held', 'reserved', 'sold'] as const satisfies ReservationState[];
export const OCCUPIES_UNIT = In([...TAKEN]);
