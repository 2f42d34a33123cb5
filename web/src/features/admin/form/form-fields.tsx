import { ChevronDown } from 'lucide-react';
import { useId, type Ref, type TextareaHTMLAttributes, type SelectHTMLAttributes } from 'react';
import { FieldHint, inputClass } from '../../../ui/field.js';
import styles from './form-fields.module.css';

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
        className={`${inputClass} ${styles.area}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint` : undefined}
      />
      <FieldHint id={`${id}-hint`} error={error} />
    </div>
  );
};

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
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={styles.select}>
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
