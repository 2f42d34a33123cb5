import { saleTimeText } from '@geodes/contracts/sale-time';
import { useEffect, useState } from 'react';
import { counted } from '../../app/counted.js';
import { useAppDispatch } from '../../app/hooks.js';
import { shopTime, useShopClock } from '../../app/shop-clock.js';
import { saleBegan } from './geodes.api.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Timers cannot be longer than 24 days. */
const MAX_WAIT_MS = HOUR;

/** Returns the time left as words: `in 3 days`, `in 2 hours 5 minutes`, `in 40 seconds`. */
export const countdownText = (leftMs: number): string => {
  if (leftMs >= 2 * DAY) return `in ${counted(Math.round(leftMs / DAY), 'day')}`;
  if (leftMs <= MINUTE) return `in ${counted(Math.ceil(leftMs / SECOND), 'second')}`;
  const minutes = Math.ceil(leftMs / MINUTE);
  if (minutes < 60) return `in ${counted(minutes, 'minute')}`;
  const hours = counted(Math.floor(minutes / 60), 'hour');
  return minutes % 60 === 0 ? `in ${hours}` : `in ${hours} ${counted(minutes % 60, 'minute')}`;
};

/** Returns the milliseconds until `countdownText` may change. */
export const untilNextText = (leftMs: number): number => {
  if (leftMs >= 2 * DAY) return Math.min(MAX_WAIT_MS, leftMs - Math.max(2, Math.round(leftMs / DAY) - 0.5) * DAY + 1);
  const unit = leftMs <= MINUTE ? SECOND : MINUTE;
  return leftMs - (Math.ceil(leftMs / unit) - 1) * unit;
};

interface SaleTimeProps {
  id: string;
  /** ISO 8601. */
  availableFrom: string;
}

/**
 * When an upcoming geode goes on sale, and, as soon as the shop's time is known, in how long. At the instant the page
 * shows it as on sale without asking the shop.
 */
export const SaleTime = ({ id, availableFrom }: SaleTimeProps) => {
  const dispatch = useAppDispatch();
  useShopClock();
  const [, setTick] = useState(0);
  const now = shopTime();
  const left = now === undefined ? undefined : Date.parse(availableFrom) - now;
  // Each render sets the timer of the next.
  useEffect(() => {
    if (left === undefined) return;
    if (left <= 0) return void dispatch(saleBegan(id));
    const timer = setTimeout(() => setTick((tick) => tick + 1), untilNextText(left));
    return () => clearTimeout(timer);
  });
  return (
    <>
      <time dateTime={availableFrom}>{saleTimeText(availableFrom, now)}</time>
      {left !== undefined && left > 0 && (
        <>
          {' '}
          <span role="timer" className="num">
            {countdownText(left)}
          </span>
        </>
      )}
    </>
  );
};
