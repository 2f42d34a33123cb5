import type { Carrier, MAX_TRACKING_NUMBER_LENGTH as MAX_LENGTH, RefundableOrder } from '@geodes/contracts';
import { CARRIER_NAMES, trackingUrl } from '@geodes/contracts/tracking-url';
import { ExternalLink, Pencil } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../../ui/button.js';
import { Field } from '../../../../ui/field.js';
import { orderNumberOf, type Parcel, parcelText } from '../../../orders/order-status.js';
import { SelectField } from '../../form/form-fields.js';
import { FailureNote } from '../../form/failure-note.js';
import { useLeaveWarning } from '../../form/unsaved-changes.js';
import { usePanelState } from '../../panel-memory.js';
import { DialogAnswers, SmallDialog } from '../../small-dialog.js';
import detail from '../order-detail.module.css';
import { type OrderChangeHandlers, useOrderChanges } from '../orders.api.js';

interface ParcelToolsProps extends OrderChangeHandlers {
  order: RefundableOrder;
  isLocked: boolean;
}

/** Shows how the parcel is followed, and changes it. */
export const ParcelTools = ({ order, isLocked, ...handlers }: ParcelToolsProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const hasTracking = parcelText(order) !== '';
  return (
    <>
      {hasTracking ? <TrackingLink parcel={order} /> : <span className="dim">No tracking number</span>}
      {!isLocked && (
        <div className={detail.tools}>
          <Button look="quiet" size="small" onClick={() => setIsOpen(true)}>
            <Pencil className="icon-s" aria-hidden />
            {hasTracking ? 'Change tracking' : 'Add tracking'}
          </Button>
        </div>
      )}
      <TrackingDialog order={order} open={isOpen} onClose={() => setIsOpen(false)} handlers={handlers} />
    </>
  );
};

/** Carrier and tracking number, linked to the carrier's page if it has one; nothing without both. */
export const TrackingLink = ({ parcel }: { parcel: Parcel }) => {
  const text = parcelText(parcel);
  const page = trackingUrl(parcel.carrier, parcel.trackingNumber);
  if (!text) return null;
  if (!page) return <span className="num">{text}</span>;
  return (
    <a className={`num ${detail.link}`} href={page} target="_blank" rel="noreferrer">
      {text}
      <ExternalLink className="icon-s" aria-hidden />
      <span className="sr">on the carrier’s page, opens a new tab</span>
    </a>
  );
};

/** Repeated: the module that has it loads class-validator. */
export const MAX_TRACKING_NUMBER_LENGTH: typeof MAX_LENGTH = 60;

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
  const { change, isChanging, failure } = useOrderChanges(order, handlers);
  useLeaveWarning(number.trim() !== (order.trackingNumber ?? '') || carrier !== (order.carrier ?? last));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const tracking = { carrier: carrier === 'none' ? null : carrier, trackingNumber: number.trim() || null };
    if (!(await change(isShipping ? 'shipped' : order.status, tracking))) return;
    setLast(() => carrier);
    onClose();
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
      <FailureNote error={failure} />
      <DialogAnswers busy={isChanging} onCancel={onClose}>
        {isShipping ? 'Mark as Shipped' : 'Save'}
      </DialogAnswers>
    </form>
  );
};

export type CarrierChoice = Carrier | 'none';

const choices: { value: CarrierChoice; label: string }[] = [
  { value: 'none', label: 'Not given' },
  ...Object.entries(CARRIER_NAMES).map(([value, label]) => ({ value: value as Carrier, label })),
];

/** The carrier that was chosen last; parcels of a day mostly have the same. */
export const useLastCarrier = () => usePanelState<CarrierChoice>('orders.carrier', 'none');

interface CarrierSelectProps {
  value: CarrierChoice;
  onChange: (carrier: CarrierChoice) => void;
}

export const CarrierSelect = ({ value, onChange }: CarrierSelectProps) => (
  <SelectField
    label="Carrier"
    options={choices}
    value={value}
    onChange={(event) => onChange(event.target.value as CarrierChoice)}
  />
);
