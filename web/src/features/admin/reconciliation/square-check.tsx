import type { PaymentDifference } from '@geodes/contracts';
import { useRef, useState } from 'react';
import { formatCents } from '../../../app/money.js';
import { Button } from '../../../ui/button.js';
import { useFocusFallback } from '../../../ui/use-focus-fallback.js';
import { orderNumberOf } from '../../orders/order-status.js';
import { ActionButton } from '../actions.js';
import { dateTime } from '../dates.js';
import {
  checkStatus,
  needsEyes,
  useAcknowledgeDifferenceMutation,
  useCheckWithSquareMutation,
  useGetDifferencesQuery,
} from './reconciliation.api.js';
import styles from './square-check.module.css';

/** Limits the list, because a restore may leave hundreds of differences above the orders. */
const SHOWN = 5;

/** The last reconciliation with Square, and the differences that the owner must check. */
export const SquareCheck = () => {
  // No polling: it would extend the session of an absent owner.
  const { data, error } = useGetDifferencesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [check, checked] = useCheckWithSquareMutation();
  const [isExpanded, setExpanded] = useState(false);
  const container = useRef<HTMLElement>(null);
  const open = data?.differences.filter(({ state }) => state === 'open') ?? [];
  useFocusFallback(container, open.length);
  return (
    <section ref={container} className={styles.check} aria-label="Payments and Square" tabIndex={-1}>
      <div className={styles.last}>
        <p className="small dim">
          {error ? 'The last check with Square cannot be shown at the moment.' : lastCheckText(data)}
        </p>
        <Button look="quiet" size="small" busy={checked.isLoading} onClick={() => void check()}>
          Check now
        </Button>
        <p className="small" role="status">
          {checkStatus(checked, 'The check was not finished. Please try again.')}
        </p>
      </div>
      <div aria-live="polite">{open.length > 0 && <h2 className={styles.title}>{needsEyes(open.length)}</h2>}</div>
      {open.length > 0 && (
        <ul className={styles.list}>
          {(isExpanded ? open : open.slice(0, SHOWN)).map((difference) => (
            <OpenDifference key={difference.id} difference={difference} />
          ))}
        </ul>
      )}
      {open.length > SHOWN && (
        <Button look="quiet" size="small" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Show less' : `Show all ${open.length}`}
        </Button>
      )}
    </section>
  );
};

const OpenDifference = ({ difference }: { difference: PaymentDifference }) => {
  const { id, amountCents, squarePaymentId, orderId, seenAt, text, advice } = difference;
  const [acknowledge] = useAcknowledgeDifferenceMutation();
  return (
    <li className={styles.item}>
      <span className="num strong">{formatCents(amountCents)}</span>
      <div className={styles.words}>
        <p className="ink">{text}</p>
        {advice && <p>{advice}</p>}
        <dl className="small">
          {squarePaymentId && (
            <div>
              <dt>Square payment</dt>
              <dd className="num">{squarePaymentId}</dd>
            </div>
          )}
          {orderId && (
            <div>
              <dt>Order</dt>
              <dd className="num">{orderNumberOf(orderId)}</dd>
            </div>
          )}
          <div>
            <dt>Found</dt>
            <dd className="num">{dateTime(seenAt)}</dd>
          </div>
        </dl>
      </div>
      <ActionButton
        look="secondary"
        aria-label={`Mark as seen: ${formatCents(amountCents)}, ${squarePaymentId ? `Square payment ${squarePaymentId}` : 'refused by Square'}`}
        run={() => acknowledge(id)}
        failed="Failed to mark the payment as seen"
      >
        Mark as seen
      </ActionButton>
    </li>
  );
};

const lastCheckText = (data: { checkedAt: string | null } | undefined): string => {
  if (!data) return 'Payments are compared with Square all the time.';
  return data.checkedAt
    ? `Payments were last compared with Square on ${dateTime(data.checkedAt)}.`
    : 'Payments have not been compared with Square yet.';
};
