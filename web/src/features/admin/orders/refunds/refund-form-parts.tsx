import type { RefundableOrder } from '@geodes/contracts';
import { useId } from 'react';
import { formatCents, formatDollars } from '../../../../app/money.js';
import { Checkbox } from '../../../../ui/checkbox.js';
import { FieldHint } from '../../../../ui/field.js';
import styles from './refund-dialog.module.css';
import { givenBackCents, leftCents } from './refund-text.js';

const UNKNOWN = 'Cannot be shown at the moment';

/** What the buyer paid, what went back of it, and what is left. */
export const Sums = ({ order }: { order: RefundableOrder }) => (
  <dl className={`num ${styles.sums}`}>
    <div>
      <dt>Total</dt>
      <dd>{formatDollars(order.total)}</dd>
    </div>
    <div>
      <dt>Given back so far</dt>
      <dd>{order.refundedTotal === null ? UNKNOWN : formatCents(givenBackCents(order))}</dd>
    </div>
    <div>
      <dt>Left</dt>
      <dd>{order.refundedTotal === null ? UNKNOWN : formatCents(leftCents(order))}</dd>
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
export const BackOnSale = ({ order: { items }, chosen, disabled, isHinting, error, onChange }: BackOnSaleProps) => {
  const id = useId();
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
