import type { RefundableOrder } from '@geodes/contracts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { counted } from '../../../app/counted.js';
import { Logo } from '../../../app/logo.js';
import { useGetSiteConfigQuery } from '../../../app/site-config.api.js';
import { orderNumberOf } from '../../orders/order-status.js';
import { addressLines } from './order-text.js';
import styles from './order-slip.module.css';

/** Longer lists have two columns, so that the 50 items an order may have fit on the page. */
const MANY = 12;

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

interface PackingSlipsProps {
  orders: readonly RefundableOrder[];
  onPrinted: () => void;
}

/** Prints the pages that go into the parcels. Slips are visible on paper only, and the site on screen only. */
export const PackingSlips = ({ orders, onPrinted }: PackingSlipsProps) => {
  const numbers = orders.map(({ id }) => orderNumberOf(id));
  usePrint(numbers.length === 1 ? `Packing slip ${numbers[0]}` : `${numbers.length} packing slips`, onPrinted);
  return createPortal(
    <div className={styles.slips}>
      {orders.map((order) => (
        <PackingSlip key={order.id} order={order} />
      ))}
    </div>,
    document.body,
  );
};

const PackingSlip = ({ order }: { order: RefundableOrder }) => {
  const { data: config } = useGetSiteConfigQuery();
  const number = orderNumberOf(order.id);
  const items = order.items.filter(({ isTakenBack }) => !isTakenBack);
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section className={styles.slip} aria-label={`Packing slip ${number}`}>
      <header className={styles.head}>
        <Logo />
        <div>
          <h1>Packing slip</h1>
          <p className="num">
            Order {number}
            <br />
            {day.format(new Date(order.createdAt))}
          </p>
        </div>
      </header>
      <div className={styles.to}>
        <h2>Ship to</h2>
        <address>
          {addressLines(order).map((line, index) => (
            <span key={index}>{line}</span>
          ))}
        </address>
      </div>
      <h2>{counted(pieces, 'piece')}</h2>
      <ol className={items.length > MANY ? styles.columns : undefined}>
        {items.map(({ id, geode, quantity }) => (
          <li key={id}>
            <span className={styles.box} />
            <span>
              <b>{geode.title}</b>
              <br />
              {[geode.crystalType, geode.size, geode.location].filter(Boolean).join(' · ')}
            </span>
            <span className="num">× {quantity}</span>
          </li>
        ))}
      </ol>
      <footer className={styles.foot}>
        <p>Thank you for your order. Please report damage in shipping within 48 hours, with photos.</p>
        {config && <p>{[config.contact.email, config.contact.phone].filter(Boolean).join(' · ')}</p>}
      </footer>
    </section>
  );
};

/** Opens the browser's print dialog. A saved file gets the given name. Calls `onPrinted` when the dialog closes. */
const usePrint = (name: string, onPrinted: () => void): void => {
  const wasAsked = useRef(false);
  const reportPrinted = useEffectEvent(onPrinted);
  useEffect(() => {
    if (wasAsked.current) return;
    wasAsked.current = true;
    const title = document.title;
    const over = () => {
      document.title = title;
      reportPrinted();
    };
    window.addEventListener('afterprint', over, { once: true });
    document.title = name;
    window.print();
  }, [name]);
};
