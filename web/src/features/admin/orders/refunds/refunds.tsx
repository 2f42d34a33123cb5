import type { RefundableOrder } from '@geodes/contracts';
import { Undo2 } from 'lucide-react';
import { useRef, useState, type ChangeEvent, type FormEvent, useId } from 'react';
import { useAppDispatch } from '../../../../app/hooks.js';
import { formatDollars, formatCents, toDecimal } from '../../../../app/money.js';
import { notified } from '../../../../app/notices.slice.js';
import { Button } from '../../../../ui/button.js';
import { useFocusFallback } from '../../../../ui/use-focus-fallback.js';
import { Checkbox } from '../../../../ui/checkbox.js';
import { classNames } from '../../../../ui/class-names.js';
import { Field, FieldHint } from '../../../../ui/field.js';
import { orderNumberOf } from '../../../orders/order-status.js';
import { day } from '../../dates.js';
import { useLeaveWarning } from '../../form/unsaved-changes.js';
import { LoggedOutNote } from '../../form/failure-note.js';
import { DialogAnswers, SmallDialog } from '../../small-dialog.js';
import detail from '../order-detail.module.css';
import {
  isRefundable,
  refundRows,
  type RefundRow,
  amountCents,
  amountProblem,
  consequences,
  givenBackCents,
  leftCents,
} from './refund-text.js';
import { rereadOrder, useRefund } from './refunds.api.js';
import { refundProblems, type RefundProblems } from './refund-attempt.js';
import styles from './refund-dialog.module.css';

interface RefundsProps {
  order: RefundableOrder;
  /** Receives the order after a refund. */
  onChanged: ((order: RefundableOrder) => void) | undefined;
}

/** The refunds of an order, and the button that gives money back. */
export const Refunds = ({ order, onChanged }: RefundsProps) => {
  const dispatch = useAppDispatch();
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const canRefund = isRefundable(order);
  useFocusFallback(container, canRefund);
  const reread = async () => {
    const { data } = await dispatch(rereadOrder(order));
    if (data) onChanged?.(data);
  };
  return (
    <div ref={container} className={detail.refunds} tabIndex={-1}>
      {refundRows(order).map((row) => (
        <Row key={row.id} row={row} />
      ))}
      {order.refundedTotal === null && <span className="dim">Cannot be shown at the moment</span>}
      {canRefund && (
        <div className={detail.tools}>
          <Button look="quiet" size="small" onClick={() => setOpen(true)}>
            <Undo2 className="icon-s" aria-hidden />
            Give money back
          </Button>
        </div>
      )}
      <RefundDialog order={order} open={isOpen} onClose={() => setOpen(false)} onSent={() => void reread()} />
    </div>
  );
};

const Row = ({ row: { amount, createdAt, state, message } }: { row: RefundRow }) => (
  <span className="num">
    {formatDollars(amount)} on {day(createdAt)}
    {state && `, ${state}`}
    {message && <span className="small dim">: {message}</span>}
  </span>
);

/** The server has the same limit, which is Square's. */
const MAX_REASON_LENGTH = 192;

const SENDING = 'Square is asked to give the money back …';
const UNKNOWN = 'It is not known yet whether the refund was made. Trying again is safe: it is made only once.';

interface RefundDialogProps {
  order: RefundableOrder;
  open: boolean;
  onClose: () => void;
  /** Called when the server may have changed the order. */
  onSent: () => void;
}

/** Gives back what the buyer paid, all or a part. */
const RefundDialog = ({ open, ...form }: RefundDialogProps) => (
  <SmallDialog open={open} onClose={form.onClose} title="Give money back" className={styles.dialog}>
    <p>
      Order <span className="num">{orderNumberOf(form.order.id)}</span> of {form.order.customerName}
    </p>
    <RefundForm {...form} />
  </SmallDialog>
);

const RefundForm = ({ order, onClose, onSent }: Omit<RefundDialogProps, 'open'>) => {
  const dispatch = useAppDispatch();
  const { unanswered, isSending, send } = useRefund(order.id);
  const left = leftCents(order);
  const [amount, setAmount] = useState(unanswered?.amount ?? toDecimal(left));
  const [reason, setReason] = useState(unanswered?.reason ?? '');
  const [restock, setRestock] = useState<readonly string[]>(unanswered?.restock ?? []);
  const [problems, setProblems] = useState<RefundProblems>({});
  const amountField = useRef<HTMLInputElement>(null);
  const cents = amountCents(amount) ?? 0;
  const titles = order.items.filter(({ geode }) => restock.includes(geode.id)).map(({ geode }) => geode.title);
  const plan = cents > 0 && cents <= left ? consequences(order, cents, titles).join(' ') : '';
  // The key belongs to what was sent.
  const isLocked = isSending || unanswered !== null;
  useLeaveWarning(isSending || amount !== toDecimal(left) || reason !== '' || restock.length > 0);

  const typing = (set: (typed: string) => void) => (event: ChangeEvent<HTMLInputElement>) => {
    set(event.target.value);
    setProblems({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const problem = unanswered ? undefined : amountProblem(amount, left);
    setProblems({ amount: problem });
    if (problem) return amountField.current?.focus();
    const outcome = await send({ amount: toDecimal(cents), reason: reason.trim(), restock: [...restock] });
    if (outcome.kind !== 'notTaken') onSent();
    if (outcome.kind !== 'made') return setProblems(refundProblems(outcome));
    const title = outcome.refund.status === 'completed' ? 'Money given back' : 'Refund on its way';
    dispatch(notified({ title, text: `${formatDollars(outcome.refund.amount)} of order ${orderNumberOf(order.id)}` }));
    onClose();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Sums order={order} />
      <Field
        ref={amountField}
        label="Amount in dollars"
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        value={amount}
        readOnly={isLocked}
        error={problems.amount}
        isAlerting
        onChange={typing(setAmount)}
      />
      <Field
        label="Reason"
        note="Optional, Square keeps it"
        autoComplete="off"
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        readOnly={isLocked}
        error={problems.reason}
        isAlerting
        onChange={typing(setReason)}
      />
      <BackOnSale
        order={order}
        chosen={restock}
        disabled={isLocked}
        isHinting={cents === left && restock.length === 0}
        error={problems.restock}
        onChange={setRestock}
      />
      <p className={classNames(styles.plan, unanswered && !isSending && styles.unknown)} role="status">
        {isSending ? SENDING : unanswered ? UNKNOWN : plan}
      </p>
      <div role="alert" className={styles.failure}>
        {problems.isLoggedOut && <LoggedOutNote />}
        {problems.text && <div>{problems.text}</div>}
      </div>
      <DialogAnswers cancelLabel={unanswered ? 'Close' : 'Cancel'} busy={isSending} onCancel={onClose}>
        {unanswered ? 'Try again' : cents > 0 ? `Give back ${formatCents(cents)}` : 'Give back'}
      </DialogAnswers>
    </form>
  );
};

const NOT_SHOWN = 'Cannot be shown at the moment';

/** What the buyer paid, what went back of it, and what is left. */
const Sums = ({ order }: { order: RefundableOrder }) => (
  <dl className={`num ${styles.sums}`}>
    <div>
      <dt>Total</dt>
      <dd>{formatDollars(order.total)}</dd>
    </div>
    <div>
      <dt>Given back so far</dt>
      <dd>{order.refundedTotal === null ? NOT_SHOWN : formatCents(givenBackCents(order))}</dd>
    </div>
    <div>
      <dt>Left</dt>
      <dd>{order.refundedTotal === null ? NOT_SHOWN : formatCents(leftCents(order))}</dd>
    </div>
  </dl>
);

interface BackOnSaleProps {
  order: RefundableOrder;
  /** Ids of geodes. */
  chosen: readonly string[];
  disabled: boolean;
  /** The whole amount goes back, but no geode is chosen. */
  isHinting: boolean;
  error: string | undefined;
  onChange: (chosen: readonly string[]) => void;
}

/** Chooses the geodes that go on sale again. */
const BackOnSale = ({ order, chosen, disabled, isHinting, error, onChange }: BackOnSaleProps) => {
  const id = useId();
  const items = order.items.filter(({ isTakenBack }) => !isTakenBack);
  if (items.length === 0) return null;
  const hint = items.length === 1 ? 'the geode if it can be sold again' : 'the geodes that can be sold again';
  return (
    <fieldset className={styles.geodes} disabled={disabled} aria-describedby={id}>
      <legend>Back on sale</legend>
      {items.map(({ geode }) => (
        <Checkbox
          key={geode.id}
          label={geode.title}
          checked={chosen.includes(geode.id)}
          onChange={(isOn) => onChange(isOn ? [...chosen, geode.id] : chosen.filter((one) => one !== geode.id))}
        />
      ))}
      <div id={id}>
        {isHinting && <p className="small dim">The whole amount goes back. Choose {hint}.</p>}
        <FieldHint id={`${id}-error`} error={error} />
      </div>
    </fieldset>
  );
};
