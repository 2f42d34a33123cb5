import type { RefundableOrder } from '@geodes/contracts';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGetSiteConfigQuery } from '../../../app/site-config.api.js';
import { mailtoUrl, telUrl } from '../../../app/contact-links.js';
import { isSent } from '../../orders/order-status.js';
import { addressLines, isErased, paymentUrl } from './order-text.js';
import styles from './order-detail.module.css';

const placedAt = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

interface OrderSummaryProps {
  order: RefundableOrder;
  /** Carrier and tracking number. */
  parcel: ReactNode;
  /** The refunds, and what makes one. */
  refunds: ReactNode;
  /** Shown under the postal address. */
  children: ReactNode;
}

/** Buyer, time, payment, refunds, postal address and parcel of an order. */
export const OrderSummary = ({ order, parcel, refunds, children }: OrderSummaryProps) => (
  <dl className={styles.facts}>
    <Fact term="Customer">
      <span>{order.customerName}</span>
      {isErased(order) ? (
        <span className="dim">{order.customerEmail}</span>
      ) : (
        <a className={styles.link} href={mailtoUrl(order.customerEmail)}>
          {order.customerEmail}
        </a>
      )}
      {order.customerPhone && (
        <a className={styles.link} href={telUrl(order.customerPhone)}>
          {order.customerPhone}
        </a>
      )}
    </Fact>
    <Fact term="Placed">
      <time className="num" dateTime={order.createdAt}>
        {placedAt.format(new Date(order.createdAt))}
      </time>
    </Fact>
    <Fact term="Payment">
      <Payment squarePaymentId={order.squarePaymentId} />
    </Fact>
    {order.squarePaymentId !== null && <Fact term="Refunds">{refunds}</Fact>}
    <Fact term="Ship to">
      <address>
        {addressLines(order).map((line, index) => (
          <span key={index}>{line}</span>
        ))}
      </address>
      {children}
    </Fact>
    {isSent(order.status) && <Fact term="Parcel">{parcel}</Fact>}
  </dl>
);

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

const Payment = ({ squarePaymentId }: { squarePaymentId: string | null }) => {
  const { data: config } = useGetSiteConfigQuery();
  if (squarePaymentId === null) return <span className="dim">Not confirmed yet</span>;
  const page = paymentUrl(config?.square.environment, squarePaymentId);
  const where = <span className="dim">(Square{config?.square.environment === 'sandbox' && ', sandbox'})</span>;
  if (!page)
    return (
      <span>
        <span className="num">{squarePaymentId}</span> {where}
      </span>
    );
  return (
    <span>
      <a className={`num ${styles.link}`} href={page} target="_blank" rel="noreferrer">
        {squarePaymentId}
        <ExternalLink className="icon-s" aria-hidden />
        <span className="sr">in Square’s dashboard, opens a new tab</span>
      </a>{' '}
      {where}
    </span>
  );
};
