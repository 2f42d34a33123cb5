import { saleTimeText } from '@geodes/contracts/sale-time';
import { ChevronDown } from 'lucide-react';
import { type Ref, type SelectHTMLAttributes, type SyntheticEvent, useId } from 'react';
import { useShopClock } from '../../../app/shop-clock.js';
import { FieldHint, inputClass } from '../../../ui/field.js';
import field from '../../../ui/field.module.css';
import styles from './form-sheet.module.css';
import { HALF_TYPED, isPast, timeZoneAt } from '../dates.js';

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  /** Values must not be empty. */
  options: readonly { value: string; label: string }[];
  error?: string;
  ref?: Ref<HTMLSelectElement>;
}

/** A labelled select with its error under it. */
export const SelectField = ({ label, options, error, ...rest }: SelectFieldProps) => {
  const id = useId();
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <span className={`${field.select} ${styles.select}`}>
        <select
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-hint` : undefined}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className="icon-s" aria-hidden />
      </span>
      <FieldHint id={`${id}-hint`} error={error} />
    </div>
  );
};

/** Browsers would take years of six digits. */
const MAX_MINUTE = '9999-12-31T23:59';

interface InstantFieldProps {
  label: string;
  /** The minute that the field begins with, in the owner's time zone; empty if there is none. */
  minute: string;
  /** Receives the minute, or HALF_TYPED. */
  onMinute: (minute: string) => void;
  onBlur?: () => void;
  /** The chosen instant, ISO 8601; undefined if there is none. */
  instant: string | undefined;
  required?: boolean;
  /** What no instant means. */
  hint?: string;
  error?: string;
  /** A warning about the instant, which may stay as it is. */
  question?: string;
  ref?: Ref<HTMLInputElement>;
}

const saleText = (instant: string): string => `On sale ${isPast(instant) ? 'since ' : ''}${saleTimeText(instant)}`;

/** Takes when a geode goes on sale, in the owner's time zone. Shows it in the shop's time zone, as buyers read it. */
export const InstantField = (props: InstantFieldProps) => {
  const { label, minute, onMinute, onBlur, instant, required, hint, error, question, ref } = props;
  useShopClock();
  const id = useId();
  const hintId = `${id}-hint`;
  const report = ({ currentTarget: { validity, value } }: SyntheticEvent<HTMLInputElement>) =>
    onMinute(validity.badInput ? HALF_TYPED : value);
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
        <span className={field.note}>Your time, {timeZoneAt(instant)}</span>
      </label>
      <input
        ref={ref}
        id={id}
        type="datetime-local"
        max={MAX_MINUTE}
        required={required}
        className={inputClass}
        defaultValue={minute === HALF_TYPED ? '' : minute}
        aria-invalid={error ? true : undefined}
        aria-describedby={hintId}
        onChange={report}
        // A part of date and time fires no change.
        onKeyUp={report}
        onBlur={(event) => {
          report(event);
          onBlur?.();
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
