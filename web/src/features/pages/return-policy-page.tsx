import { pages, useMetadata } from '../../app/metadata.js';
import { TextLink } from '../../ui/button.js';
import { TextPage } from './text-page.js';

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
