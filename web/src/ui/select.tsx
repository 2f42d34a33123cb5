import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';
import { classNames } from './class-names.js';
import styles from './field.module.css';

interface SelectProps<T extends string> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> {
  label: string;
  value: T;
  /** No option has an empty value. */
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

/** A native select, which opens as each device does it best. */
export const Select = <T extends string>({ label, value, options, onChange, className, ...rest }: SelectProps<T>) => (
  <span className={classNames(styles.select, className)}>
    <select aria-label={label} {...rest} value={value} onChange={(event) => onChange(event.target.value as T)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
    <ChevronDown className="icon-s" aria-hidden />
  </span>
);
