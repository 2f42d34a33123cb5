import { MAX_HELD } from '@geodes/contracts';

/** What a network may keep off sale. */
interface OffSaleLimits {
  /** At one moment. */
  units: number;
  /** Summed over units, within the window. Never less than one full hold, however long HOLD_MINUTES makes it. */
  seconds: number;
}

/** An IPv4 address or an IPv6 /64: 20 units at one moment, 200 unit-minutes an hour. */
export const ADDRESS_LIMITS: OffSaleLimits = { units: 20, seconds: 200 * 60 };
/** An IPv6 /48, which a provider may give to one customer. */
export const SITE_LIMITS: OffSaleLimits = { units: 5 * ADDRESS_LIMITS.units, seconds: 5 * ADDRESS_LIMITS.seconds };

/** One minute longer than an hour, because ended time is kept by the full minute of its begin. */
export const WINDOW_SECONDS = 61 * 60;

/** Time off sale that counts from its begin until it leaves the window. */
export interface OffSaleUse {
  seconds: number;
  /** Seconds since its begin. */
  age: number;
  /** Seconds until its unit returns to sale; null if it has ended. */
  endsIn: number | null;
}

/**
 * Returns the seconds after which a network may take `wanted` units off sale for `wantedSeconds` each; 0 if it may now.
 * Assumes that open reservations last as long as they are booked.
 */
export const secondsUntilAllowed = (
  uses: readonly OffSaleUse[],
  wanted: number,
  wantedSeconds: number,
  limits: OffSaleLimits,
): number => {
  const maxSeconds = Math.max(limits.seconds, MAX_HELD * wantedSeconds);
  return Math.max(untilUnitsFree(uses, wanted, limits.units), untilTimeFree(uses, wanted * wantedSeconds, maxSeconds));
};

const untilUnitsFree = (uses: readonly OffSaleUse[], wanted: number, limit: number): number => {
  const ends = uses.flatMap(({ endsIn }) => endsIn ?? []).sort((a, b) => a - b);
  const tooMany = ends.length + wanted - limit;
  return tooMany <= 0 ? 0 : (ends[tooMany - 1] ?? WINDOW_SECONDS);
};

const untilTimeFree = (uses: readonly OffSaleUse[], wanted: number, limit: number): number => {
  const counted = uses.filter(({ age }) => age < WINDOW_SECONDS).sort((a, b) => b.age - a.age);
  let tooMuch = counted.reduce((sum, use) => sum + use.seconds, wanted) - limit;
  if (tooMuch <= 0) return 0;
  for (const use of counted) {
    tooMuch -= use.seconds;
    if (tooMuch <= 0) return WINDOW_SECONDS - use.age;
  }
  return WINDOW_SECONDS;
};
