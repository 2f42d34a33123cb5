import type { LookupOrder } from '@geodes/contracts';
import { isEmailAddress, WRONG_EMAIL } from '@geodes/contracts/email';
import { trackingUrl } from '@geodes/contracts/tracking-url';
import { useState, type FormEvent } from 'react';
import { isApiError } from '../../app/api-error.js';
import { readStored } from '../../app/browser-storage.js';
import { pages, useMetadata } from '../../app/metadata.js';
import { formatCents, formatDollars, toCents } from '../../app/money.js';
import { Badge } from '../../ui/badge.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { EmptyState, Offline } from '../../ui/empty-state.js';
import { Field } from '../../ui/field.js';
import { PageHead } from '../../ui/page-head.js';
import { Picture } from '../../ui/picture.js';
import { orderNumberOf, statusDisplay, trackingText } from './order-status.js';
import { PriceSum } from './price-sum.js';
import styles from './track-order-page.module.css';
import { api } from '../../app/api.js';

const lookupApi = api.injectEndpoints({
  endpoints: (build) => ({
    lookUpOrders: build.query<LookupOrder[], string>({
      query: (email) => ({ url: `/orders/lookup?email=${encodeURIComponent(email)}` }),
    }),
  }),
});

const { useLazyLookUpOrdersQuery } = lookupApi;

/** The email of the last order made in this browser. */
const lastEmail = (): string => {
  const last = readStored('localStorage', 'lastOrder');
  const email = typeof last === 'object' && last !== null && 'email' in last ? last.email : '';
  return typeof email === 'string' ? email : '';
};

export const TrackOrderPage = () => {
  useMetadata(pages['/track-order']);
  // Until the user types: the email of the last order, even one placed while this page was open.
  const [typed, setTyped] = useState<string | null>(null);
  const email = typed ?? lastEmail();
  const [isWrong, setWrong] = useState(false);
  const [lookUp, { data, isFetching, isUninitialized, error }] = useLazyLookUpOrdersQuery();
  const isOffline = isApiError(error) && error.isOffline === true;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = email.trim();
    const isRight = isEmailAddress(wanted);
    setWrong(!isRight);
    if (isRight) void lookUp(wanted);
  };

  return (
    <div className="wrap">
      <div className={styles.narrow}>
        <PageHead title="Track your order">
          <p>Enter the email you used at checkout. No password is needed.</p>
        </PageHead>
        <form className={styles.lookup} noValidate onSubmit={submit}>
          <Field
            className={styles.email}
            label="Email"
            type="email"
            name="email"
            required
            autoComplete="email"
            maxLength={254}
            value={email}
            error={isWrong ? WRONG_EMAIL : ''}
            isAlerting
            onChange={(event) => {
              setTyped(event.target.value);
              setWrong(false);
            }}
          />
          <Button type="submit" busy={isFetching}>
            Track Order
          </Button>
        </form>
        <div className={styles.results} aria-live="polite" aria-busy={isFetching}>
          {isOffline && <Offline />}
          {!isOffline && !isUninitialized && !isFetching && <Results orders={error ? [] : (data ?? [])} />}
        </div>
      </div>
    </div>
  );
};

const Results = ({ orders }: { orders: LookupOrder[] }) =>
  orders.length === 0 ? (
    <EmptyState
      title="No orders found"
      action={
        <ButtonLink look="secondary" to="/#contact">
          Write to us
        </ButtonLink>
      }
    >
      Please check your email address and try again.
    </EmptyState>
  ) : (
    <>
      <h2 style={{ fontSize: 'var(--text-h3)' }}>Found {orders.length} order(s)</h2>
      {orders.map((order) => (
        <Order key={order.id} order={order} />
      ))}
    </>
  );

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

const Order = ({ order }: { order: LookupOrder }) => {
  const { label, tone } = statusDisplay(order.status);
  return (
    <article className={styles.order}>
      <div className={`row between ${styles.head}`}>
        <div>
          <span className="small dim">Order number</span>
          <h3 className={`num ${styles.number}`}>{orderNumberOf(order.id)}</h3>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <dl className={`num ${styles.summary}`}>
        <div>
          <dt>Placed</dt>
          <dd>
            <time dateTime={order.createdAt}>{day.format(new Date(order.createdAt))}</time>
          </dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd>{formatDollars(order.total)}</dd>
        </div>
        {order.refunded && Number(order.refunded) > 0 && (
          <div>
            <dt>Refunded</dt>
            <dd>{formatDollars(order.refunded)}</dd>
          </div>
        )}
      </dl>
      <Parcel order={order} />
      <ul>
        {order.items.map((item) => (
          <li key={item.id} className={styles.item}>
            <Picture src={item.geode.imageUrls[0] ?? ''} alt={item.geode.title} sizes="56px" widest={160} />
            <div>
              <h4>{item.geode.title}</h4>
              <span className="small dim">Quantity {item.quantity}</span>
            </div>
            <span className={`num ${styles.price}`}>{formatCents(item.priceAtPurchase)}</span>
          </li>
        ))}
      </ul>
      {order.discount && Number(order.discount) > 0 && (
        <PriceSum className={styles.sum} discount={toCents(order.discount)} total={toCents(order.total)} />
      )}
    </article>
  );
};

/** How the parcel is followed, if that is known. */
const Parcel = ({ order }: { order: LookupOrder }) => {
  const text = trackingText(order);
  if (!text) return null;
  const page = trackingUrl(order.carrier, order.trackingNumber);
  return (
    <p className={`num ${styles.parcel}`}>
      <span>{text}</span>
      {page && (
        <a href={page} target="_blank" rel="noreferrer">
          Follow the parcel
          <span className="sr">, opens a new tab</span>
        </a>
      )}
    </p>
  );
};
