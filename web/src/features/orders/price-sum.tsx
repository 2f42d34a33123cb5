import { formatCents } from '../../app/money.js';
import { classNames } from '../../ui/class-names.js';
import styles from './price-sum.module.css';

/** Cents. */
interface PriceSumProps {
  /** Without it, the total stands alone. */
  subtotal?: number;
  discount?: number;
  total: number;
  refunded?: number;
  className?: string;
}

/** What a cart or an order costs. */
export const PriceSum = ({ subtotal, discount = 0, total, refunded = 0, className }: PriceSumProps) => (
  <dl className={classNames('num', styles.sum, className)}>
    {subtotal !== undefined && <Line name="Subtotal" value={formatCents(subtotal)} />}
    {discount > 0 && (
      <Line name="First-time customer, 10% off" value={`−${formatCents(discount)}`} className={styles.off} />
    )}
    {subtotal !== undefined && <Line name="Shipping" value="Free" />}
    <Line name="Total" value={formatCents(total)} className={styles.total} />
    {refunded > 0 && <Line name="Refunded" value={`−${formatCents(refunded)}`} />}
  </dl>
);

const Line = ({ name, value, className }: { name: string; value: string; className?: string }) => (
  <div className={className}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
