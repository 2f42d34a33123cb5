import { Eye, EyeOff } from 'lucide-react';
import { useRef, useState, type Ref } from 'react';
import { isApiError, noReply } from '../../../app/api-error.js';
import { Field } from '../../../ui/field.js';
import { IconButton } from '../../../ui/button.js';
import { loginFailureText, PIN_LENGTH, toPin } from './session.api.js';
import styles from './session.module.css';

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

/** The field of a form that sends the PIN, with what is typed and why it was refused. */
export const usePinEntry = () => {
  const [pin, setPin] = useState('');
  const [failure, setFailure] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const fail = (reason: string) => {
    setFailure(reason);
    // The pressed button is disabled and has lost the focus.
    input.current?.focus();
  };
  return {
    pin,
    isComplete: pin.length === PIN_LENGTH,
    fail,
    /** Empties the field after a failed call. */
    refuse: (error: unknown) => {
      setPin('');
      fail(loginFailureText(isApiError(error) ? error : noReply('unknown')));
    },
    field: (
      <PinField
        ref={input}
        value={pin}
        error={failure}
        onChange={(typed) => {
          setPin(typed);
          setFailure(undefined);
        }}
      />
    ),
  };
};
