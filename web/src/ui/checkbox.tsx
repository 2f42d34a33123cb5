import type { InputHTMLAttributes } from 'react';
import { classNames } from './class-names.js';
import styles from './checkbox.module.css';

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type'> {
  label: string;
  /** Hides the label from the screen; screen readers still read it. */
  isLabelHidden?: boolean;
  /** Some, but not all, of what it stands for is chosen. */
  isMixed?: boolean;
  onChange: (isOn: boolean) => void;
}

/** A native checkbox with a large area to press. */
export const Checkbox = ({ label, isLabelHidden, isMixed = false, onChange, className, ...input }: CheckboxProps) => (
  <label className={classNames(styles.checkbox, className)}>
    <input
      {...input}
      type="checkbox"
      ref={(element) => {
        // Not an attribute of HTML.
        if (element) element.indeterminate = isMixed;
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span className={isLabelHidden ? 'sr' : undefined}>{label}</span>
  </label>
);
