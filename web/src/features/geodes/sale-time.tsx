import { saleTimeText } from '@geodes/contracts/sale-time';
import { useEffect, useState } from 'react';
import { useAppDispatch } from '../../app/hooks.js';
import { shopTime, useShopClock } from '../../app/shop-clock.js';
import { countdownText, untilNextText } from './countdown.js';
import { saleBegan } from './geodes.api.js';

interface SaleTimeProps {
  id: string;
  /** ISO 8601. */
  availableFrom: string;
}

/**
 * When an upcoming geode goes on sale, and, as soon as the shop's time is known, in how long. At the instant the page shows it
 * as on sale without asking the shop.
 */
export const SaleTime = ({ id, availableFrom }: SaleTimeProps) => {
  const dispatch = useAppDispatch();
  const clock = useShopClock();
  const [, setTick] = useState(0);
  const now = shopTime();
  const left = now === undefined ? undefined : Date.parse(availableFrom) - now;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = Date.parse(availableFrom) - (shopTime() ?? Number.NaN);
      if (left <= 0) dispatch(saleBegan(id));
      else if (left > 0)
        timer = setTimeout(() => {
          setTick((tick) => tick + 1);
          wait();
        }, untilNextText(left));
    };
    wait();
    return () => clearTimeout(timer);
  }, [dispatch, id, availableFrom, clock]);
  return (
    <>
      <time dateTime={availableFrom}>{saleTimeText(availableFrom)}</time>
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
