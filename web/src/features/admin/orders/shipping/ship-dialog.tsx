import type { RefundableOrder } from '@geodes/contracts';
import { useId, useRef, useState, type ClipboardEvent, type FormEvent, type KeyboardEvent } from 'react';
import { fieldErrors, isApiError } from '../../../../app/api-error.js';
import { counted } from '../../../../app/counted.js';
import { useAppDispatch } from '../../../../app/hooks.js';
import { notified } from '../../../../app/notices.slice.js';
import { inputClass } from '../../../../ui/field.js';
import { orderNumberOf } from '../../../orders/order-status.js';
import { FormSheet, type SheetFormProps } from '../../form/form-sheet.js';
import side from '../../form/form-sheet.module.css';
import { FailureNote } from '../../form/failure-note.js';
import { useLeaveWarning } from '../../form/unsaved-changes.js';
import { DialogAnswers } from '../../small-dialog.js';
import { CarrierSelect, MAX_TRACKING_NUMBER_LENGTH, useLastCarrier } from './parcel-tools.js';
import { useShipOrdersMutation } from '../orders.api.js';
import {
  fillFrom,
  parcelFaults,
  pastedLines,
  refusals,
  shippedCountText,
  toShipments,
  type TypedNumbers,
} from './parcel-rows.js';
import styles from '../orders.module.css';

interface ShipDialogProps {
  orders: RefundableOrder[];
  open: boolean;
  onClose: () => void;
  /** Receives the orders that are shipped now. */
  onShipped: (orders: RefundableOrder[]) => void;
}

/** Marks several orders as shipped, with one carrier and a tracking number each. */
export const ShipDialog = ({ open, onClose, ...form }: ShipDialogProps) => (
  <FormSheet open={open} title="Mark as shipped" onClose={onClose}>
    {(sheet) => <ShipForm {...form} {...sheet} />}
  </FormSheet>
);

const failureText = (error: unknown): string =>
  isApiError(error) && error.status === 400 && error.message
    ? error.message
    : 'Some of these orders may be marked already. Please try again: nothing happens twice.';

type ShipFormProps = Pick<ShipDialogProps, 'orders' | 'onShipped'> & SheetFormProps;

const ShipForm = ({ orders, onShipped, isOpen, onSending, onCancel, onSaved }: ShipFormProps) => {
  const dispatch = useAppDispatch();
  const [carrier, setCarrier] = useLastCarrier();
  const [numbers, setNumbers] = useState<TypedNumbers>({});
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [ship, { isLoading, error }] = useShipOrdersMutation();
  const fields = useRef<HTMLOListElement>(null);
  const ids = orders.map(({ id }) => id);
  useLeaveWarning(isOpen && Object.keys(numbers).length > 0);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    onSending(true);
    const reply = await ship(toShipments(orders, numbers, carrier));
    onSending(false);
    if (!reply.data) {
      const faults = fieldErrors(reply.error);
      if (faults.length > 0) setRefused(parcelFaults(orders, faults));
      return;
    }
    const left = refusals(orders, reply.data.results);
    const shipped = orders.filter(({ id }) => !(id in left));
    if (shipped.length > 0) dispatch(notified({ title: 'Orders updated', text: shippedCountText(shipped.length) }));
    setRefused(left);
    onShipped(shipped);
    if (shipped.length === orders.length) onSaved();
  };
  /** Enter goes to the next field, and from the last one to the button. */
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const inputs = fields.current?.querySelectorAll('input');
    const next = inputs?.[index + 1] ?? fields.current?.closest('form')?.querySelector('button[type="submit"]');
    if (next instanceof HTMLElement) next.focus();
  };
  const onPaste = (event: ClipboardEvent, index: number) => {
    const lines = pastedLines(event.clipboardData.getData('text'));
    if (!lines) return;
    event.preventDefault();
    setNumbers((now) => fillFrom(now, ids, index, lines));
  };
  const failed = Object.keys(refused).length;
  const refusedText = failed > 0 ? `${failed === 1 ? '1 order was' : `${failed} orders were`} refused.` : '';
  return (
    <form className={side.form} noValidate aria-busy={isLoading} onSubmit={(event) => void submit(event)}>
      <div className={side.scroll}>
        <p className={styles.intro}>
          Each buyer gets a letter. Tracking numbers can be left empty; several lines that are pasted into a field fill
          the fields below it too.
        </p>
        <CarrierSelect value={carrier} onChange={(next) => setCarrier(() => next)} />
        <ol ref={fields} className={styles.parcels} aria-label="Tracking numbers">
          {orders.map((order, index) => (
            <ParcelRow
              key={order.id}
              order={order}
              value={numbers[order.id] ?? order.trackingNumber ?? ''}
              refusal={refused[order.id]}
              onChange={(number) => setNumbers((now) => ({ ...now, [order.id]: number }))}
              onKeyDown={(event) => onKeyDown(event, index)}
              onPaste={(event) => onPaste(event, index)}
            />
          ))}
        </ol>
      </div>
      <footer className={side.foot}>
        <FailureNote error={error} text={error ? failureText(error) : refusedText} className={side.failure} />
        <DialogAnswers busy={isLoading} onCancel={onCancel} className={side.answers}>
          Mark {counted(orders.length, 'Order')} as Shipped
        </DialogAnswers>
      </footer>
    </form>
  );
};

interface ParcelRowProps {
  order: RefundableOrder;
  value: string;
  refusal: string | undefined;
  onChange: (number: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
}

const ParcelRow = ({ order, value, refusal, onChange, ...events }: ParcelRowProps) => {
  const id = useId();
  return (
    <li>
      <label htmlFor={id}>
        <span className="num ink">{orderNumberOf(order.id)}</span>
        <br />
        <span className="dim">{order.customerName}</span>
      </label>
      <input
        {...events}
        id={id}
        className={`num ${inputClass}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_TRACKING_NUMBER_LENGTH}
        value={value}
        aria-invalid={refusal ? true : undefined}
        aria-describedby={refusal && `${id}-refusal`}
        onChange={(event) => onChange(event.target.value)}
      />
      {refusal && (
        <span id={`${id}-refusal`} className={styles.refused}>
          {refusal}
        </span>
      )}
    </li>
  );
};
