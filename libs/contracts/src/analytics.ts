import { IsIn, IsOptional, Matches } from 'class-validator';

/** Where the shop is: days of its figures are calendar days there. */
export const SHOP_TIME_ZONE = 'America/Chicago';

/** Weeks begin on Monday. */
export const SALES_STEPS = ['day', 'week', 'month'] as const;
export type SalesStep = (typeof SALES_STEPS)[number];

/** A chart with more points than these shows nothing: the owner takes a longer step. */
export const MAX_SALES_POINTS = 400;

/** Where each band of days on sale begins; the last has no end. */
export const AGE_BANDS = [0, 30, 90, 180, 365] as const;

const DAY = /^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const NOT_A_DAY = { message: 'Please give a day such as 2026-11-21.' };

/** Query of GET /api/admin/analytics: days in the shop's time zone, both included. Unset: the last 30 days. */
export class SalesQuery {
  @IsOptional() @IsIn(SALES_STEPS) step: SalesStep = 'day';
  @IsOptional() @Matches(DAY, NOT_A_DAY) from?: string;
  @IsOptional() @Matches(DAY, NOT_A_DAY) to?: string;
}

/**
 * What was sold: orders that are paid, whatever the owner calls them now, archived ones too, on the day they were placed.
 * What was refunded is not in it; an order that was refunded in whole is no sale. Money in dollars, two decimals.
 */
export interface SalesTotal {
  revenue: string;
  orders: number;
  /** Null where there is no order. */
  averageOrder: string | null;
}

/** Of a step: the days of it that are in the period. */
export interface SalesPoint extends SalesTotal {
  /** The first day of the step, also where the period begins later. */
  start: string;
}

/** Stones of one kind. Their revenue is what the order brought, shared among its stones by their prices. */
export interface SalesSlice {
  /** As the orders have it; empty for a stone without a tier, null where it is not known. */
  value: string | null;
  geodes: number;
  revenue: string;
  /** How many values are summed here: those that sold least. */
  rest?: number;
}

export interface Sales {
  timeZone: typeof SHOP_TIME_ZONE;
  step: SalesStep;
  from: string;
  to: string;
  /** Of the first sale there ever was. */
  firstDay: string | null;
  total: SalesTotal & { geodes: number };
  /** Every step of the period, also those without a sale. */
  points: SalesPoint[];
  /** Orders that are their buyer's first, and all others. */
  buyers: { first: SalesTotal; returning: SalesTotal };
  /** Most stones first; price bands by price. */
  sold: {
    crystalType: SalesSlice[];
    tier: SalesSlice[];
    location: SalesSlice[];
    /** The value is where the band begins, US cents. */
    priceBand: SalesSlice[];
  };
}

/** What can be bought now, and for how long it has been on sale. Money in dollars, two decimals. */
export interface InventoryAge {
  /** With those that are in a checkout. */
  geodes: number;
  inCheckout: number;
  value: string;
  /** Half of the stones have been on sale for longer. Null where there are none. */
  medianDays: number | null;
  /** One for each of AGE_BANDS. */
  ages: { fromDays: number; geodes: number; value: string }[];
  /** Those that have been on sale for longest, at most ten. */
  oldest: { id: string; title: string; price: string; days: number }[];
}

/** Reply of GET /api/admin/analytics. */
export interface Analytics extends Sales {
  onSale: InventoryAge;
}
