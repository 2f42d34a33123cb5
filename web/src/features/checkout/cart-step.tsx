import { Truck } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAppDispatch } from '../../app/hooks.js';
import { formatDollars } from '../../app/money.js';
import { Badge } from '../../ui/badge.js';
import { Button, TextButton } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Picture } from '../../ui/picture.js';
import { PriceSum } from '../orders/price-sum.js';
import { clearCart, drawerClosed, itemRemoved, wentOnWithout } from '../cart/cart.slice.js';
import { useCart, type CartLineState } from '../cart/use-cart.js';
import styles from './cart-drawer.module.css';
import { findOwnHold } from './hold.js';
import { MAX_HELD, MAX_ORDERED, TOO_MANY } from './hold-text.js';

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const lostText = {
  held: 'In another checkout',
  sold: 'Sold to another buyer',
  withdrawn: 'No longer offered',
  upcoming: 'Not on sale yet',
  ordered: 'In an order of yours',
  gone: 'Sold',
};

/** Step 1: what is in the cart, and what it costs. */
export const CartStep = () => {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { lines, payable, lost, totals } = useCart();
  const held = lines.find(({ availability }) => availability === 'held')?.item.id;
  useEffect(() => {
    if (held) dispatch(findOwnHold(held));
  }, [held, dispatch]);

  if (lines.length === 0)
    return (
      <div className={`${styles.scroll} ${styles.empty}`}>
        <EmptyState
          title="Your cart is empty"
          level="h3"
          action={
            <Button
              onClick={() => {
                dispatch(drawerClosed());
                void navigate('/gallery', { replace: true });
              }}
            >
              Browse Geodes
            </Button>
          }
        >
          Each stone exists once. The one you like is still here, until someone buys it.
        </EmptyState>
      </div>
    );
  return (
    <>
      <div className={styles.scroll}>
        <div className={styles.notice}>
          <Truck className="icon-s" aria-hidden />
          Free shipping on all orders (limited time)
        </div>
        {payable.length > MAX_HELD && (
          <p className={styles.notice}>
            {payable.length > MAX_ORDERED
              ? TOO_MANY
              : `At most ${MAX_HELD} geodes are held for you while you pay. The others stay on sale until you have paid.`}
          </p>
        )}
        <ul aria-label="In your cart">
          {lines.map((line) => (
            <CartLine key={line.item.id} line={line} onRemove={() => dispatch(itemRemoved(line.item.id))} />
          ))}
        </ul>
        <div className={styles.clear}>
          <TextButton onClick={() => dispatch(clearCart())}>Clear cart</TextButton>
        </div>
      </div>
      <div className={styles.foot}>
        <PriceSum subtotal={totals.total} discount={totals.discount} total={totals.finalTotal} />
        <Button
          block
          className={styles.button}
          disabled={payable.length === 0 || payable.length > MAX_ORDERED}
          onClick={() => dispatch(wentOnWithout(lost))}
        >
          Continue to Shipping
        </Button>
        <p className={`small dim ${styles.note}`}>No account required - checkout as guest</p>
      </div>
    </>
  );
};

const CartLine = ({ line: { item, availability }, onRemove }: { line: CartLineState; onRemove: () => void }) => (
  <li className={classNames(styles.line, availability !== 'available' && styles.gone)}>
    <Picture src={item.imageUrl} alt={item.title} sizes="88px" widest={320} load="now" />
    <div className={styles.in}>
      <h3>{item.title}</h3>
      {availability === 'available' && (
        <span className="small dim">
          {text(item.location)}
          {text(item.location) && text(item.size) && <br />}
          {text(item.size)}
        </span>
      )}
      {availability !== 'available' && (
        <Badge tone="gone" className={styles.state}>
          {lostText[availability]}
        </Badge>
      )}
      <TextButton aria-label={`Remove ${item.title}`} onClick={onRemove}>
        Remove
      </TextButton>
    </div>
    <span className={`num ${styles.price}`}>{formatDollars(item.price)}</span>
  </li>
);
