import { Eye, EyeOff } from 'lucide-react';
import { useState, type Ref } from 'react';
import { Field } from '../../../ui/field.js';
import { IconButton } from '../../../ui/icon-button.js';
import { toPin } from './session.api.js';
import styles from './pin-field.module.css';

interface PinFieldProps {
  label?: string;
  value: string;
  error?: string;
  onChange: (pin: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** A field for nine digits, hidden until the owner shows them. */
export const PinField = ({ label = 'PIN', value, error, onChange, ref }: PinFieldProps) => {
  const [isShown, setIsShown] = useState(false);
  const toggle = isShown ? `Hide ${label}` : `Show ${label}`;
  return (
    <Field
      ref={ref}
      className={styles.pin}
      label={label}
      note="9 digits"
      type={isShown ? 'text' : 'password'}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      error={error}
      isAlerting
      onChange={(event) => onChange(toPin(event.target.value))}
      trailing={
        <IconButton label={toggle} onClick={() => setIsShown(!isShown)}>
          {isShown ? <EyeOff className="icon" aria-hidden /> : <Eye className="icon" aria-hidden />}
        </IconButton>
      }
    />
  );
};
