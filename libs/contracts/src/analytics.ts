import { IsIn, IsOptional, Matches } from 'class-validator';
import type { SHOP_TIME_ZONE } from './sale-time.js';
import type { Nothing } from './text.js';

/** Weeks begin on Monday. */
export const SALES_STEPS = ['day', 'week', 'month'] as const;
export type SalesStep = (typeof SALES_STEPS)[number];

/** Above this a chart is unreadable, and the owner must choose a longer step. */
export const MAX_SALES_POINTS = 400;

/** Lower bounds of the bands of days on sale; the last band is open. */
export const AGE_BANDS = [0, 30, 90, 180, 365] as const;

const DAY = /^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const NOT_A_DAY = { message: 'Please give a day such as 2026-11-21.' };

/** Query of GET /api/admin/analytics: inclusive days in the shop's time zone. Defaults to the last 30 days. */
export class SalesQuery {
  @IsOptional() @IsIn(SALES_STEPS) step: SalesStep = 'day';
  @IsOptional() @Matches(DAY, NOT_A_DAY) from?: string;
  @IsOptional() @Matches(DAY, NOT_A_DAY) to?: string;
}

/**
 * Sales by the day the order was placed. Counts paid orders whatever their current status, archived ones too. Refunds
 * are subtracted, and a fully refunded order is no sale. Money in dollars, two decimals.
 */
export interface SalesTotal {
  revenue: string;
  orders: number;
  /** Null if there is no order. */
  averageOrder: string | null;
}

/** Sales of one step, limited to its days within the period. */
export interface SalesPoint extends SalesTotal {
  /** The first day of the step, even if the period begins later. */
  start: string;
}

/** Sold geodes of one kind. An order's revenue is divided among its geodes by price. */
export interface SalesSlice {
  /** The value stored in the orders; empty for a geode without a tier, null if unknown. */
  value: string | null;
  geodes: number;
  revenue: string;
  /** Set on the slice that sums the least sold values: their number. */
  rest?: number;
}

export interface Sales {
  timeZone: typeof SHOP_TIME_ZONE;
  step: SalesStep;
  from: string;
  to: string;
  /** The day of the shop's first sale; null if there is none. */
  firstDay: string | null;
  total: SalesTotal & { geodes: number };
  /** Every step of the period, including those without a sale. */
  points: SalesPoint[];
  /** Buyers' first orders, and all later ones. */
  buyers: { first: SalesTotal; returning: SalesTotal };
  /** Ordered by geodes sold, descending; price bands by price. */
  sold: {
    crystalType: SalesSlice[];
    tier: SalesSlice[];
    location: SalesSlice[];
    /** The value is the band's lower bound, US cents. */
    priceBand: SalesSlice[];
  };
}

/** Geodes on sale now, by time on sale. Money in dollars, two decimals. */
export interface InventoryAge {
  /** Includes those in a checkout. */
  geodes: number;
  inCheckout: number;
  value: string;
  /** Null if there are no geodes. */
  medianDays: number | null;
  /** One entry for each of AGE_BANDS. */
  ages: { fromDays: number; geodes: number; value: string }[];
  /** The geodes longest on sale, at most ten. */
  oldest: { id: string; title: string; price: string; days: number }[];
}

/** Reply of GET /api/admin/analytics. */
export interface Analytics extends Sales {
  onSale: InventoryAge;
}

export interface AnalyticsMessages {
  'catalog.get-inventory-age': { request: Nothing; reply: InventoryAge };
  'orders.sales': { request: SalesQuery; reply: Sales };
}
