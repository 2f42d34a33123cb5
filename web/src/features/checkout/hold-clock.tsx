import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../app/hooks.js';
import { Button } from '../../ui/button.js';
import drawer from '../cart/drawer.module.css';
import { useCart } from '../cart/use-cart.js';
import styles from './hold-clock.module.css';
import { holdRanOut, holdStones } from './hold.js';
import { clockTime, timeWords } from './hold-time.js';

const secondsUntil = (expiresAt: string): number =>
  Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now()) / 1_000));

/** How long the stones are kept for this buyer; when the time is up, whether to go on. */
export const HoldClock = () => {
  const dispatch = useAppDispatch();
  const { hold, ended } = useAppSelector((state) => state.hold);
  const { payable } = useCart();
  const [isAsking, setIsAsking] = useState(false);

  const goOn = async () => {
    setIsAsking(true);
    await dispatch(holdStones(payable.map(({ id }) => id)));
    setIsAsking(false);
  };

  if (ended)
    return (
      <div role="alert" className={`${drawer.notice} ${styles.ended}`}>
        <p>
          The time is up, and your {payable.length === 1 ? 'stone is' : 'stones are'} on sale again. What you typed is
          still here.
        </p>
        <Button size="small" busy={isAsking} onClick={() => void goOn()}>
          Continue
        </Button>
      </div>
    );
  return hold && <Left key={hold.expiresAt} expiresAt={hold.expiresAt} onEnd={() => dispatch(holdRanOut())} />;
};

const Left = ({ expiresAt, onEnd }: { expiresAt: string; onEnd: () => void }) => {
  const [seconds, setSeconds] = useState(() => secondsUntil(expiresAt));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(expiresAt)), 1_000);
    return () => clearInterval(timer);
  }, [expiresAt]);
  useEffect(() => {
    if (seconds === 0) onEnd();
  }, [seconds, onEnd]);
  return (
    <div className={drawer.notice}>
      <Clock className="icon-s" aria-hidden />
      <span>
        Kept for you for <span className="num">{clockTime(seconds)}</span>
      </span>
      <span role="status" className="sr">
        {timeWords(seconds)}
      </span>
    </div>
  );
};
