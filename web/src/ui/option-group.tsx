import { useId } from 'react';
import styles from './option-group.module.css';

interface OptionGroupProps<T extends string> {
  legend: string;
  /** No option has an empty value. */
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  look: 'list' | 'chips';
}

/** A choice of one option: radio buttons as a list or as chips. */
export const OptionGroup = <T extends string>({ legend, options, value, onChange, look }: OptionGroupProps<T>) => {
  const name = useId();
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles[look]}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.mark} aria-hidden />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
};
