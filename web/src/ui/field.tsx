import { Check, CircleAlert, CircleQuestionMark } from 'lucide-react';
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { classNames } from './class-names.js';
import styles from './field.module.css';

export const inputClass: string = styles.input ?? '';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error?: string;
  /** Good news about what was typed. */
  good?: string;
  /** A doubt about what was typed, which may stay as it is. */
  question?: string;
  optional?: boolean;
  /** A word beside the label, at the right. */
  note?: string;
  /** The error is said as soon as it is there: for what is not told by a toast. */
  isAlerting?: boolean;
  /** Beside the input, inside its frame. */
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled input; its error stands under it, in words. */
export const Field = ({
  label,
  error,
  good,
  question,
  optional,
  note = optional ? 'Optional' : undefined,
  isAlerting,
  trailing,
  className,
  ...input
}: FieldProps) => {
  const id = useId();
  const hintId = `${id}-hint`;
  const hint = <FieldHint id={hintId} error={error} good={good} question={question} />;
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {note && <span className={styles.note}>{note}</span>}
      </label>
      {trailing}
      <input
        {...input}
        id={id}
        className={classNames(styles.input, input.inputMode === 'numeric' && 'num')}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || good || question ? hintId : undefined}
      />
      {isAlerting ? <div role="alert">{hint}</div> : hint}
    </div>
  );
};

type FieldHintProps = Pick<FieldProps, 'error' | 'good' | 'question'> & { id: string };

export const FieldHint = ({ id, error, good, question }: FieldHintProps) => {
  if (error)
    return (
      <span id={id} className={classNames(styles.hint, styles.error)}>
        <CircleAlert className="icon-s" aria-hidden />
        {error}
      </span>
    );
  if (question)
    return (
      <span id={id} className={classNames(styles.hint, styles.question)}>
        <CircleQuestionMark className="icon-s" aria-hidden />
        {question}
      </span>
    );
  if (good)
    return (
      <span id={id} className={classNames(styles.hint, styles.good)} role="status">
        <Check className="icon-s" aria-hidden />
        {good}
      </span>
    );
  return null;
};
