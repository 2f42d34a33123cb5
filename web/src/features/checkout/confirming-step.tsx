import { useAppDispatch, useAppSelector } from '../../app/hooks.js';
import { Button } from '../../ui/button.js';
import drawer from '../cart/cart-drawer.module.css';
import styles from './confirming-step.module.css';
import { resumeOrder } from './place-order.js';

/** Shown while the outcome of a payment is unknown: the buyer can only wait or check again. */
export const ConfirmingStep = () => {
  const dispatch = useAppDispatch();
  const { phase, orderNumber } = useAppSelector(({ checkout }) => checkout);
  const isStalled = phase === 'stalled';
  return (
    <div className={`${drawer.scroll} ${styles.confirming}`}>
      <h3 role="status">We are still confirming your payment</h3>
      {orderNumber && (
        <div>
          <span className="small dim">Order number</span>
          <p className={`num ${styles.number}`}>{orderNumber}</p>
        </div>
      )}
      {!isStalled && <div className={styles.wait} aria-hidden />}
      <p>
        {isStalled
          ? 'It takes longer than usual. Please do not pay again: you are charged once at most, and nothing at all if the order does not go through.'
          : 'This can take a minute. Please do not pay again: you are charged once at most.'}
      </p>
      {orderNumber && <p>You can also look the order up at /track-order with your email.</p>}
      {isStalled && <Button onClick={() => void dispatch(resumeOrder())}>Check again</Button>}
    </div>
  );
};
