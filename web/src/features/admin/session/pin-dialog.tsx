import { useRef, useState, type FormEvent } from 'react';
import { isApiError, noReply } from '../../../app/api-error.js';
import { DialogAnswers, SmallDialog } from '../small-dialog.js';
import { loginFailureText, PIN_LENGTH } from './pin.js';
import { PinField } from './pin-field.js';
import { useProvePinMutation } from './session.api.js';

interface PinDialogProps {
  open: boolean;
  /** Called with whether the server accepted the PIN. */
  onDone: (isProven: boolean) => void;
}

/** Asks for the PIN again before something that needs a recent one. */
export const PinDialog = ({ open, onDone }: PinDialogProps) => (
  <SmallDialog open={open} onClose={() => onDone(false)} title="Enter your PIN">
    <p>You last entered it more than 15 minutes ago.</p>
    <PinForm onDone={onDone} />
  </SmallDialog>
);

const PinForm = ({ onDone }: Pick<PinDialogProps, 'onDone'>) => {
  const [provePin, { isLoading }] = useProvePinMutation();
  const [pin, setPin] = useState('');
  const [failure, setFailure] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pin.length !== PIN_LENGTH || isLoading) return;
    const { error } = await provePin(pin);
    if (!error) return onDone(true);
    setPin('');
    setFailure(loginFailureText(isApiError(error) ? error : noReply('unknown')));
    // The pressed button is disabled now and loses the focus.
    field.current?.focus();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <PinField
        ref={field}
        value={pin}
        error={failure}
        onChange={(typed) => {
          setPin(typed);
          setFailure(undefined);
        }}
      />
      <DialogAnswers disabled={pin.length !== PIN_LENGTH} busy={isLoading} onCancel={() => onDone(false)}>
        {isLoading ? 'Verifying...' : 'Continue'}
      </DialogAnswers>
    </form>
  );
};
