import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '../../app/hooks.js';
import { formatDollars } from '../../app/money.js';
import { Button, TextButton, CloseButton } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { Dialog } from '../../ui/dialog.js';
import { Picture } from '../../ui/picture.js';
import { confirmationClosed, type Confirmation as Receipt } from './checkout.slice.js';
import styles from './confirmation.module.css';

const FEW = 4;

/** The confirmation of an order, shown until it is closed. */
export const Confirmation = () => {
  const dispatch = useAppDispatch();
  const receipt = useAppSelector(({ checkout }) => checkout.confirmation);
  const [last, setLast] = useState<Receipt | null>(receipt);
  if (receipt && receipt !== last) setLast(receipt);
  const close = () => dispatch(confirmationClosed());
  return (
    <Dialog open={receipt !== null} onClose={close} label="Thank you for your order" className={styles.receipt}>
      {last && <ReceiptText receipt={last} onClose={close} />}
    </Dialog>
  );
};

const ReceiptText = ({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) => {
  const navigate = useNavigate();
  const track = () => {
    onClose();
    void navigate('/track-order', { replace: true });
  };
  return (
    <>
      <div className={classNames(styles.thumbs, receipt.items.length > FEW && styles.many)}>
        {receipt.items.map(({ id, title, imageUrl }) => (
          <Picture key={id} src={imageUrl} alt={title} sizes="104px" widest={320} load="now" />
        ))}
      </div>
      <h2>Thank you for your order</h2>
      <p>
        {receipt.items.length === 1
          ? 'The stone is yours, and it has left the shop.'
          : 'The stones are yours, and they have left the shop.'}
      </p>
      <dl className={`num spec ${styles.order}`}>
        <div>
          <dt>Order number</dt>
          <dd className={styles.number}>{receipt.orderNumber}</dd>
        </div>
        {receipt.total && (
          <div>
            <dt>Paid</dt>
            <dd>{formatDollars(receipt.total)}</dd>
          </div>
        )}
        <div>
          <dt>Sent to</dt>
          <dd>{receipt.sentTo}</dd>
        </div>
      </dl>
      <p className="small">
        Track your order at <TextButton onClick={track}>/track-order</TextButton> using {receipt.email}.
      </p>
      <div className={styles.act}>
        <Button onClick={track}>Track Order</Button>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      <CloseButton className={styles.close} onClick={onClose} />
    </>
  );
};
