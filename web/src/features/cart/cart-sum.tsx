import { formatCents } from '../../app/money.js';
import type { CartTotals } from './cart-rules.js';
import styles from './cart-drawer.module.css';

export const CartSum = ({ totals }: { totals: CartTotals }) => (
  <dl className={`num ${styles.sum}`}>
    <div>
      <dt>Subtotal</dt>
      <dd>{formatCents(totals.total)}</dd>
    </div>
    {totals.discount > 0 && (
      <div className={styles.off}>
        <dt>First-time customer, 10% off</dt>
        <dd>−{formatCents(totals.discount)}</dd>
      </div>
    )}
    <div>
      <dt>Shipping</dt>
      <dd>Free</dd>
    </div>
    <CartTotal totals={totals} />
  </dl>
);

export const CartTotal = ({ totals }: { totals: CartTotals }) => (
  <div className={styles.total}>
    <dt>Total</dt>
    <dd>{formatCents(totals.finalTotal)}</dd>
  </div>
);
