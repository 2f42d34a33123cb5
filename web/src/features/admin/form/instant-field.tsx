import { saleTimeText } from '@geodes/contracts/sale-time';
import { useId, type InputHTMLAttributes, type Ref, type SyntheticEvent } from 'react';
import { useShopClock } from '../../../app/shop-clock.js';
import { FieldHint, inputClass } from '../../../ui/field.js';
import { isPast, timeZoneAt } from './local-minute.js';
import styles from './form-fields.module.css';

/** Browsers would take years of six digits. */
const MAX_MINUTE = '9999-12-31T23:59';

interface InstantFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** The chosen instant, ISO 8601; undefined if there is none. */
  instant: string | undefined;
  /** What no instant means. */
  hint?: string;
  error?: string;
  /** A warning about the instant, which may stay as it is. */
  question?: string;
  /** Receives whether only a part of date and time is typed: then the value is empty, as if there were none. */
  onHalfTyped?: (isHalfTyped: boolean) => void;
  ref?: Ref<HTMLInputElement>;
}

const saleText = (instant: string): string => `On sale ${isPast(instant) ? 'since ' : ''}${saleTimeText(instant)}`;

/** Takes when a geode goes on sale, in the owner's time zone. Shows it in the shop's time zone, as buyers read it. */
export const InstantField = ({
  label,
  instant,
  hint,
  error,
  question,
  onHalfTyped,
  onChange,
  onBlur,
  ...input
}: InstantFieldProps) => {
  useShopClock();
  const id = useId();
  const hintId = `${id}-hint`;
  const reportHalf = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
    onHalfTyped?.(currentTarget.validity.badInput);
  return (
    <div className={styles.field}>
      <label className={`${styles.label} ${styles.noted}`} htmlFor={id}>
        {label}
        <span className={styles.note}>Your time, {timeZoneAt(instant)}</span>
      </label>
      <input
        {...input}
        id={id}
        type="datetime-local"
        max={MAX_MINUTE}
        className={inputClass}
        aria-invalid={error ? true : undefined}
        aria-describedby={hintId}
        // A part fires no change.
        onKeyUp={reportHalf}
        onChange={(event) => {
          reportHalf(event);
          onChange?.(event);
        }}
        onBlur={(event) => {
          reportHalf(event);
          onBlur?.(event);
        }}
      />
      {error || question ? (
        <FieldHint id={hintId} error={error} question={question} />
      ) : (
        <span id={hintId} className={styles.hint}>
          {instant ? saleText(instant) : hint}
        </span>
      )}
    </div>
  );
};
