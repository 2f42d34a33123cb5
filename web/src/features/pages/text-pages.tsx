import type { ReactNode } from 'react';
import { pages, useMetadata } from '../../app/metadata.js';
import { useGetSiteConfigQuery, phoneHours } from '../../app/site-config.api.js';
import { PageHead } from '../../ui/page-head.js';
import { TextLink } from '../../ui/button.js';
import styles from './text-pages.module.css';

export const TermsPage = () => {
  useMetadata(pages['/terms']);
  const { data: config } = useGetSiteConfigQuery();
  const hasPhone = config?.contact.phone !== '';
  return (
    <TextPage title="Terms of Service" lead="By ordering from Midwest Geodes you agree to what is written here.">
      <h2>The specimens</h2>
      <p>
        We sell natural geodes and mineral specimens from Keokuk, Iowa and Hamilton, Illinois. Each one is unique and
        exists once. Pictures show the very specimen that is sold; colours may differ a little from screen to screen.
        Natural stones have natural marks, and these are no defects.
      </p>
      <h2>Orders</h2>
      <p>
        You order as a guest; no account is needed. Because each geode is unique, an order holds one of each at most,
        and the first completed payment for a geode decides whose it is. An order is accepted once its payment has gone
        through. An order that cannot be filled is not charged, or is refunded in full.
      </p>
      <h2>Prices and payment</h2>
      <p>
        Prices are in US dollars. Payment is processed by Square, a card payment provider. Your card details go straight
        to the provider; we never see or keep them. First-time customers get 10 percent off their order; the email
        decides who is one, and the discount is shown before you pay.
      </p>
      <h2>Shipping</h2>
      <p>
        Shipping cost depends on the weight, the size and the destination of an order. For a limited time shipping is
        free on all orders, so that the cart adds nothing for it. We ship each stone packed by itself. Once an order has
        been shipped, <TextLink to="/track-order">Track Order</TextLink> says so.
      </p>
      <h2>Returns</h2>
      <p>
        All sales are final; we do not accept returns. Damage in shipping is the one exception, and must be reported
        within 48 hours with photos: see our <TextLink to="/return-policy">return policy</TextLink>.
      </p>
      <h2>The showcase</h2>
      <p>The pieces of our personal collection are for display only. They cannot be bought.</p>
      <h2>Your details</h2>
      <p>
        We use your name, address and email to fill your order and to let you track it, and for nothing else. Orders can
        be looked up by the email they were placed with. A question about a stone reaches us by email, with your name
        and email address for the reply.
      </p>
      <h2>Questions</h2>
      <p>
        Write to us{hasPhone && ' or call'}: the details are under <TextLink to="/#contact">Contact</TextLink>. We
        answer within 24 hours.{' '}
        {config?.hours ? `Our hours: ${config.hours}` : hasPhone && `The phone is answered ${phoneHours}.`}
      </p>
      {(config?.legalName || config?.postalAddress) && (
        <>
          <h2>Who we are</h2>
          <address>{[config.legalName, config.postalAddress].filter(Boolean).join('\n')}</address>
        </>
      )}
    </TextPage>
  );
};

export const ReturnPolicyPage = () => {
  useMetadata(pages['/return-policy']);
  return (
    <TextPage title="Return Policy" lead="All sales are final. We do not accept returns.">
      <h2>Why there are no returns</h2>
      <p>
        Every geode is one of a kind, and it is shown as it is, from several sides. Please look at all pictures and read
        the description before you order, and ask us whatever they leave open.
      </p>
      <h2>Damage in shipping</h2>
      <p>If your specimen arrives damaged, we will make it good. Within 48 hours of delivery, please:</p>
      <ul>
        <li>take photos of the specimen, of the box and of the packing;</li>
        <li>
          send them to us with your order number: the address is under <TextLink to="/#contact">Contact</TextLink>;
        </li>
        <li>keep the box and the packing until you hear from us.</li>
      </ul>
      <p>We answer within 24 hours and tell you what we will do.</p>
      <p>Damage that is reported later than 48 hours after delivery, or without photos, cannot be considered.</p>
      <h2>Your order</h2>
      <p>
        The order number is on the page that stays after your purchase, headed “Thank you for your order”, and at{' '}
        <TextLink to="/track-order">Track Order</TextLink>, where the email you ordered with is enough. There is no
        account to log in to.
      </p>
      <h2>Shipping</h2>
      <p>
        Shipping is free on all orders for a limited time. The rest is in our{' '}
        <TextLink to="/terms">terms of service</TextLink>.
      </p>
    </TextPage>
  );
};

/** A page of running text. */
const TextPage = ({ title, lead, children }: { title: string; lead: string; children: ReactNode }) => (
  <div className="wrap">
    <PageHead title={title}>
      <p className="lead">{lead}</p>
    </PageHead>
    <div className={styles.text}>{children}</div>
  </div>
);
