import { useEffect, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../app/hooks.js';
import { Button } from '../../ui/button.js';
import { stepTaken } from '../cart/cart.slice.js';
import { useCart } from '../cart/use-cart.js';
import styles from './payment-step.module.css';
import { expireHold } from './hold.js';
import { clockTime, heldText, remainingTimeText } from './hold-text.js';
import { holdForPayment } from './take-hold.js';

/** Seconds that fill the bar: the default length of a hold. */
const WHOLE_BAR = 600;

const secondsUntil = (expiresAt: string): number =>
  Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now()) / 1_000));

const showQuestion = (question: HTMLDivElement | null): void => {
  question?.scrollIntoView({ block: 'nearest' });
};

/** Shows how long the geodes are held or that they are not; after the hold has ended, asks whether to continue. */
export const HoldClock = () => {
  const dispatch = useAppDispatch();
  const { hold, ended, requested } = useAppSelector((state) => state.hold);
  const { payable } = useCart();
  const [isAsking, setIsAsking] = useState(false);

  const goOn = async () => {
    setIsAsking(true);
    await dispatch(holdForPayment(payable.map(({ id }) => id)));
    setIsAsking(false);
  };

  if (ended)
    return (
      <div role="alert" className={styles.hold} ref={showQuestion}>
        <p className="small strong">
          {ended === 'inOtherTab' ? 'The hold has ended in another tab' : 'The hold has ended'}
        </p>
        <p className="small">
          {payable.length === 1 ? 'The stone is' : 'The stones are'} on sale again. Your details are kept. Continue, and{' '}
          {payable.length === 1 ? 'it is' : 'they are'} held again if still here.
        </p>
        <div className={styles.act}>
          <Button size="small" busy={isAsking} onClick={() => void goOn()}>
            Continue
          </Button>
          <Button size="small" look="quiet" onClick={() => dispatch(stepTaken('cart'))}>
            Back to Cart
          </Button>
        </div>
      </div>
    );
  if (!hold && requested.length === 0)
    return (
      <div role="status" className={styles.hold}>
        <p className="small">
          {payable.length === 1 ? 'The stone' : 'The stones'} could not be held for you: until you have paid, others can
          still buy {payable.length === 1 ? 'it' : 'them'}.
        </p>
      </div>
    );
  if (!hold) return null;
  const held = payable.filter(({ id }) => hold.items.some(({ geodeId }) => geodeId === id)).length;
  return <Left key={hold.expiresAt} says={heldText(held, payable.length)} expiresAt={hold.expiresAt} />;
};

interface LeftProps {
  says: { title: string; text: string };
  expiresAt: string;
}

const Left = ({ says, expiresAt }: LeftProps) => {
  const dispatch = useAppDispatch();
  const [seconds, setSeconds] = useState(() => secondsUntil(expiresAt));
  useEffect(() => {
    const timer = setInterval(() => {
      const left = secondsUntil(expiresAt);
      setSeconds(left);
      if (left === 0) dispatch(expireHold());
    }, 1_000);
    return () => clearInterval(timer);
  }, [expiresAt, dispatch]);
  return (
    <div className={styles.hold}>
      <div className={styles.clockHead}>
        <div>
          <p className="small strong">{says.title}</p>
          <p className="small">{says.text}</p>
        </div>
        <span className={styles.time} role="timer" aria-label="Time left">
          {clockTime(seconds)}
        </span>
      </div>
      <span role="status" className="sr">
        {remainingTimeText(seconds)}
      </span>
      <div className={styles.bar} aria-hidden>
        <i style={{ transform: `scaleX(${Math.min(1, seconds / WHOLE_BAR)})` }} />
      </div>
    </div>
  );
};
