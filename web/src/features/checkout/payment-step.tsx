import { Lock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { counted } from '../../app/counted.js';
import { useAppDispatch, useAppSelector } from '../../app/hooks.js';
import { formatCents, formatDollars, toDecimal } from '../../app/money.js';
import { Button, TextButton } from '../../ui/button.js';
import { FieldHint } from '../../ui/field.js';
import { classNames } from '../../ui/class-names.js';
import { Picture } from '../../ui/picture.js';
import { drawerClosed, stepTaken } from '../cart/cart.slice.js';
import drawer from './cart-drawer.module.css';
import { useCart } from '../cart/use-cart.js';
import { PriceSum } from '../orders/price-sum.js';
import { addressLine, toBuyerDetails } from './buyer-form.js';
import { CardField } from './card-field.js';
import { confirmation } from './confirmation.lazy.js';
import { paymentLeft } from './hold.js';
import { HoldClock } from './hold-clock.js';
import styles from './payment-step.module.css';
import { placeOrder, resumeOrder } from './place-order.js';
import type { CardForm } from './square-card.js';
import { holdForPayment, showNewLosses } from './take-hold.js';

/** Step 3: summary, shipping address and card. */
export const PaymentStep = () => {
  const dispatch = useAppDispatch();
  const buyer = toBuyerDetails(useAppSelector(({ checkout }) => checkout.buyer));
  const isPaying = useAppSelector(({ checkout }) => checkout.phase === 'paying');
  const failure = useAppSelector(({ checkout }) => checkout.failure);
  const failureText = useRef<HTMLDivElement>(null);
  const { payable, hasNewLosses, totals } = useCart();
  const [card, setCard] = useState<CardForm | null>(null);
  const hasEnded = useAppSelector(({ hold }) => hold.ended !== null);
  const ids = payable.map(({ id }) => id).join(' ');

  // Only held geodes are paid for, even if another tab changed the cart.
  useEffect(() => {
    if (ids !== '' && !isPaying && !hasEnded) void dispatch(holdForPayment(ids.split(' ')));
  }, [ids, isPaying, hasEnded, dispatch]);
  useEffect(() => () => dispatch(paymentLeft()), [dispatch]);
  useEffect(() => void confirmation.preload(), []);
  useEffect(() => {
    if (hasNewLosses && !isPaying) void dispatch(showNewLosses());
  }, [hasNewLosses, isPaying, dispatch]);

  useEffect(() => {
    if (failure) failureText.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);

  const pay = () => {
    if (!card || hasEnded || payable.length === 0) return;
    const expectedTotal = toDecimal(totals.finalTotal);
    const items = payable.map(({ id }) => ({ geodeId: id, quantity: 1 }));
    const request = { items, buyerDetails: buyer, expectedTotal };
    const bought = payable.map(({ id, title, imageUrl }) => ({ id, title, imageUrl }));
    void dispatch(placeOrder(request, bought, () => card.tokenize(buyer, expectedTotal)));
  };

  return (
    <>
      <div className={classNames(drawer.scroll, styles.step)}>
        <HoldClock />
        <div className={styles.review}>
          <div className={styles.head}>
            <h3>You are buying</h3>
            <span className="small dim">{counted(totals.count, 'geode')}</span>
          </div>
          <ul className={styles.bought}>
            {payable.map((item) => (
              <li key={item.id} className="row">
                <Picture src={item.imageUrl} alt="" sizes="40px" widest={160} load="now" />
                <span className={styles.title}>{item.title}</span>
                <span className={`num ${styles.price}`}>{formatDollars(item.price)}</span>
              </li>
            ))}
          </ul>
          <div className={styles.head}>
            <h3>Sent to</h3>
            <TextButton className="small" disabled={isPaying} onClick={() => dispatch(stepTaken('shipping'))}>
              Change
            </TextButton>
          </div>
          <p className={styles.sentTo}>
            {addressLine(buyer)}
            <br />
            {buyer.email}
          </p>
        </div>
        <div className={styles.card}>
          <div className={styles.head}>
            <h3>Card</h3>
            <span className={`small dim ${styles.secured}`}>
              <Lock className="icon-s" aria-hidden />
              Secured by Square
            </span>
          </div>
          {/* Above the form, because the frame may grow. The toast announces the shop's refusal. */}
          <div ref={failureText} className={styles.reason} role={failure?.from === 'card' ? 'alert' : undefined}>
            <FieldHint id="payment-failure" error={failure?.text} />
          </div>
          <CardField onForm={setCard} onEnter={pay} onEscape={() => !isPaying && dispatch(drawerClosed())} />
        </div>
      </div>
      <div className={drawer.foot}>
        <PriceSum subtotal={totals.total} discount={totals.discount} total={totals.finalTotal} />
        <Button
          block
          className={`num ${drawer.button}`}
          disabled={!card || hasEnded || payable.length === 0}
          busy={isPaying}
          onClick={pay}
        >
          {isPaying ? 'Processing payment...' : `Pay ${formatCents(totals.finalTotal)}`}
        </Button>
      </div>
    </>
  );
};

/** Shown while the outcome of a payment is unknown: the buyer can only wait or check again. */
export const ConfirmingStep = () => {
  const dispatch = useAppDispatch();
  const { phase, orderNumber } = useAppSelector(({ checkout }) => checkout);
  const isStalled = phase === 'stalled';
  return (
    <div className={`${drawer.scroll} ${styles.confirming}`}>
      <div role="status" className={styles.news}>
        <h3>We are still confirming your payment</h3>
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
      </div>
      {isStalled && <Button onClick={() => void dispatch(resumeOrder())}>Check again</Button>}
    </div>
  );
};
