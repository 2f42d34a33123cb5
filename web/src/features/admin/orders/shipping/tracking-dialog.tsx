import type { RefundableOrder } from '@geodes/contracts';
import { useState, type FormEvent } from 'react';
import { Field } from '../../../../ui/field.js';
import { orderNumberOf } from '../../../orders/order-status.js';
import { DialogAnswers, SmallDialog } from '../../small-dialog.js';
import { CarrierSelect, type CarrierChoice, useLastCarrier } from './carrier-select.js';
import { type OrderChangeHandlers, useOrderChanges } from '../use-order-changes.js';

/** The server has the same limit. */
export const MAX_TRACKING_NUMBER_LENGTH = 60;

interface TrackingDialogProps {
  order: RefundableOrder;
  /** Sets the status to shipped; otherwise only the tracking is changed. */
  isShipping?: boolean;
  open: boolean;
  onClose: () => void;
  handlers: OrderChangeHandlers;
}

/** Asks for carrier and tracking number of one order. Both may stay empty. */
export const TrackingDialog = ({ open, onClose, ...form }: TrackingDialogProps) => (
  <SmallDialog open={open} onClose={onClose} title={form.isShipping ? 'Mark as shipped' : 'Tracking'}>
    <p>
      Order <span className="num">{orderNumberOf(form.order.id)}</span>
      {form.isShipping && '. The buyer gets a letter.'}
    </p>
    <TrackingForm {...form} onClose={onClose} />
  </SmallDialog>
);

const TrackingForm = ({ order, isShipping, onClose, handlers }: Omit<TrackingDialogProps, 'open'>) => {
  const [last, setLast] = useLastCarrier();
  const [carrier, setCarrier] = useState<CarrierChoice>(order.carrier ?? last);
  const [number, setNumber] = useState(order.trackingNumber ?? '');
  const { change, isChanging } = useOrderChanges(order, handlers);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setLast(() => carrier);
    const tracking = { carrier: carrier === 'none' ? null : carrier, trackingNumber: number.trim() || null };
    if (await change(isShipping ? 'shipped' : order.status, tracking)) onClose();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <CarrierSelect value={carrier} onChange={setCarrier} />
      <Field
        label="Tracking number"
        optional
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_TRACKING_NUMBER_LENGTH}
        value={number}
        onChange={(event) => setNumber(event.target.value)}
      />
      <DialogAnswers busy={isChanging} onCancel={onClose}>
        {isShipping ? 'Mark as Shipped' : 'Save'}
      </DialogAnswers>
    </form>
  );
};
