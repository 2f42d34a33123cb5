import { useId, type Ref, type TextareaHTMLAttributes } from 'react';
import { FieldHint } from './field.js';
import styles from './field.module.css';

interface TextAreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  error?: string;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A labelled text area. It grows with its text. */
export const TextAreaField = ({ label, error, ...rest }: TextAreaFieldProps) => {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        rows={3}
        {...rest}
        id={id}
        className={`${styles.input} ${styles.area}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint` : undefined}
      />
      <FieldHint id={`${id}-hint`} error={error} />
    </div>
  );
};
