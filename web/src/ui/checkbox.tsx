import styles from './checkbox.module.css';

interface CheckboxProps {
  label: string;
  /** Hides the label from the screen; screen readers still read it. */
  isLabelHidden?: boolean;
  checked: boolean;
  /** Some, but not all, of what it stands for is chosen. */
  isMixed?: boolean;
  onChange: (isOn: boolean) => void;
}

/** A native checkbox with a large area to press. */
export const Checkbox = ({ label, isLabelHidden, checked, isMixed = false, onChange }: CheckboxProps) => (
  <label className={`reach ${styles.checkbox}`}>
    <input
      type="checkbox"
      checked={checked}
      ref={(element) => {
        // Not an attribute of HTML.
        if (element) element.indeterminate = isMixed;
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span className={isLabelHidden ? 'sr' : undefined}>{label}</span>
  </label>
);
