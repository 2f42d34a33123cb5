import { Check, CircleAlert, CircleQuestionMark } from 'lucide-react';
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { classNames } from './class-names.js';
import styles from './field.module.css';

export const inputClass: string = styles.input ?? '';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error?: string;
  /** A positive remark about the value. */
  good?: string;
  /** A warning about the value, which may stay as it is. */
  question?: string;
  optional?: boolean;
  /** A note beside the label, at the right. */
  note?: string;
  /** Announces the error at once, for errors that no toast announces. */
  isAlerting?: boolean;
  /** A text area, which grows with its text. */
  isLong?: boolean;
  /** Element beside the input, inside its frame. */
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled input with its error below. */
export const Field = ({
  label,
  error,
  good,
  question,
  optional,
  note = optional ? 'Optional' : undefined,
  isAlerting,
  isLong,
  trailing,
  className,
  ...input
}: FieldProps) => {
  const id = useId();
  const hintId = `${id}-hint`;
  // Typed as an input: React takes the same attributes for both.
  const Control = (isLong ? 'textarea' : 'input') as 'input';
  const hint = <FieldHint id={hintId} error={error} good={good} question={question} />;
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {note && <span className={styles.note}>{note}</span>}
      </label>
      {trailing}
      <Control
        {...(isLong && { rows: 3 })}
        {...input}
        id={id}
        className={classNames(styles.input, isLong && styles.area, input.inputMode === 'numeric' && 'num')}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || good || question ? hintId : undefined}
      />
      {isAlerting && <div role="alert">{error && hint}</div>}
      {!(isAlerting && error) && hint}
    </div>
  );
};

type FieldHintProps = Pick<FieldProps, 'error' | 'good' | 'question'> & { id: string };

const ICONS = { error: CircleAlert, question: CircleQuestionMark, good: Check };

export const FieldHint = ({ id, ...hints }: FieldHintProps) => {
  const kind = (['error', 'question', 'good'] as const).find((one) => hints[one]);
  if (!kind) return null;
  const Icon = ICONS[kind];
  return (
    <span id={id} className={classNames(styles.hint, styles[kind])} role={kind === 'error' ? undefined : 'status'}>
      <Icon className="icon-s" aria-hidden />
      {hints[kind]}
    </span>
  );
};
