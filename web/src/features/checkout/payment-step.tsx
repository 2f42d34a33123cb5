import { Lock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../app/hooks.js';
import { formatCents, formatDollars, toDecimal } from '../../app/money.js';
import { Button } from '../../ui/button.js';
import { Picture } from '../../ui/picture.js';
import { TextButton } from '../../ui/text-link.js';
import { CartSum } from '../cart/cart-sum.js';
import { drawerClosed, stepTaken } from '../cart/cart.slice.js';
import drawer from '../cart/drawer.module.css';
import { useCart } from '../cart/use-cart.js';
import { addressLine, toBuyerDetails } from './buyer-form.js';
import { CardField } from './card-field.js';
import { paymentLeft } from './hold.js';
import { HoldClock } from './hold-clock.js';
import styles from './payment-step.module.css';
import { placeOrder } from './place-order.js';
import { PaymentCancelled, type CardForm } from './square-card.js';
import { holdStones, showNews } from './take-hold.js';

/** What is said below the card may be under the panel's foot. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Step 3: what is paid, where it is sent and to whom, and the card. */
export const PaymentStep = () => {
  const dispatch = useAppDispatch();
  const buyer = toBuyerDetails(useAppSelector(({ checkout }) => checkout.buyer));
  const isPaying = useAppSelector(({ checkout }) => checkout.phase === 'paying');
  const { payable, isNews, totals } = useCart();
  const card = useRef<CardForm | null>(null);
  const [isReady, setIsReady] = useState(false);
  const [cardNote, setCardNote] = useState('');
  const hasEnded = useAppSelector(({ hold }) => hold.ended !== null);
  const holdId = useAppSelector(({ hold }) => hold.hold?.holdId);
  const ids = payable.map(({ id }) => id).join(' ');

  // What is paid for is what is kept: also where the cart was changed in another tab.
  useEffect(() => {
    if (ids !== '' && !isPaying && !hasEnded) void dispatch(holdStones(ids.split(' ')));
  }, [ids, isPaying, hasEnded, dispatch]);
  useEffect(() => () => dispatch(paymentLeft()), [dispatch]);
  useEffect(() => {
    if (isNews && !isPaying) void dispatch(showNews());
  }, [isNews, isPaying, dispatch]);

  const pay = () => {
    const form = card.current;
    if (!form || hasEnded || payable.length === 0) return;
    const expectedTotal = toDecimal(totals.finalTotal);
    const items = payable.map(({ id }) => ({ geodeId: id, quantity: 1 }));
    const request = { items, buyerDetails: buyer, expectedTotal, ...(holdId ? { holdId } : {}) };
    const bought = payable.map(({ id, title, imageUrl }) => ({ id, title, imageUrl }));
    const tokenize = () =>
      form.tokenize(buyer, expectedTotal).catch((error: unknown) => {
        if (error instanceof PaymentCancelled) setCardNote(error.message);
        throw error;
      });
    setCardNote('');
    void dispatch(placeOrder(request, bought, tokenize));
  };

  return (
    <>
      <div className={drawer.scroll}>
        <HoldClock />
        <div className={styles.head}>
          <h3>You are buying</h3>
          <span className="small dim">
            {totals.count} {totals.count === 1 ? 'geode' : 'geodes'}
          </span>
        </div>
        <ul className={styles.bought}>
          {payable.map((item) => (
            <li key={item.id}>
              <Picture src={item.imageUrl} alt="" sizes="40px" widest={160} load="now" />
              <span>{item.title}</span>
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
        <div className={styles.head}>
          <h3>Card</h3>
          <span className={`small dim ${styles.secured}`}>
            <Lock className="icon-s" aria-hidden />
            Secured by Square
          </span>
        </div>
        <CardField form={card} onState={setIsReady} onEnter={pay} onEscape={() => dispatch(drawerClosed())} />
        {cardNote && (
          <p ref={intoView} role="alert" className={styles.note}>
            {cardNote}
          </p>
        )}
      </div>
      <div className={drawer.foot}>
        <CartSum totals={totals} />
        <Button
          block
          className={`num ${drawer.button}`}
          disabled={!isReady || hasEnded || payable.length === 0}
          busy={isPaying}
          onClick={pay}
        >
          {isPaying ? 'Processing payment...' : `Pay ${formatCents(totals.finalTotal)}`}
        </Button>
      </div>
    </>
  );
};
