import { trackingUrl } from '@geodes/contracts/tracking-url';
import { ExternalLink } from 'lucide-react';
import { type Parcel, parcelText } from '../../../orders/tracking-text.js';
import styles from '../order-detail.module.css';

/** Carrier and tracking number, linked to the carrier's page if it has one; nothing without both. */
export const TrackingLink = ({ parcel }: { parcel: Parcel }) => {
  const text = parcelText(parcel);
  const page = trackingUrl(parcel.carrier, parcel.trackingNumber);
  if (!text) return null;
  if (!page) return <span className="num">{text}</span>;
  return (
    <a className={`num ${styles.link}`} href={page} target="_blank" rel="noreferrer">
      {text}
      <ExternalLink className="icon-s" aria-hidden />
      <span className="sr">on the carrier’s page, opens a new tab</span>
    </a>
  );
};
