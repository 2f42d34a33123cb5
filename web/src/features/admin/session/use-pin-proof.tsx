import { type FormEvent, type ReactNode, useState } from 'react';
import { isApiError } from '../../../app/api-error.js';
import { DialogAnswers, SmallDialog } from '../small-dialog.js';
import { usePinEntry } from './pin-field.js';
import { useProvePinMutation } from './session.api.js';

/** Returns whether the server refused a call for lack of a recent PIN. A response to HEAD has no code. */
const needsPin = (error: unknown): boolean =>
  isApiError(error) && error.status === 403 && (error.code === 'PIN_REQUIRED' || error.code === undefined);

interface PinProof {
  /**
   * Runs a call. If the server refuses it for lack of a recent PIN, asks for the PIN and runs it again. Returns undefined if
   * the owner gives up.
   */
  run: <T extends { error?: unknown }>(call: () => Promise<T>) => Promise<T | undefined>;
  /** The dialog, to render beside what starts the call. */
  dialog: ReactNode;
}

export const usePinProof = (): PinProof => {
  const [done, setDone] = useState<(isProven: boolean) => void>();
  const finish = (isProven: boolean) => {
    done?.(isProven);
    setDone(undefined);
  };
  return {
    run: async (call) => {
      const result = await call();
      if (!needsPin(result.error)) return result;
      const isProven = await new Promise<boolean>((resolve) => setDone(() => resolve));
      return isProven ? call() : undefined;
    },
    dialog: <PinDialog open={done !== undefined} onDone={finish} />,
  };
};

interface PinDialogProps {
  open: boolean;
  /** Called with whether the server accepted the PIN. */
  onDone: (isProven: boolean) => void;
}

/** Asks for the PIN again before something that needs a recent one. */
const PinDialog = ({ open, onDone }: PinDialogProps) => (
  <SmallDialog open={open} onClose={() => onDone(false)} title="Enter your PIN">
    <p>You last entered it more than 15 minutes ago.</p>
    <PinForm onDone={onDone} />
  </SmallDialog>
);

const PinForm = ({ onDone }: Pick<PinDialogProps, 'onDone'>) => {
  const [provePin, { isLoading }] = useProvePinMutation();
  const { pin, isComplete, refuse, field } = usePinEntry();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || isLoading) return;
    const { error } = await provePin(pin);
    if (error) refuse(error);
    else onDone(true);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {field}
      <DialogAnswers disabled={!isComplete} busy={isLoading} onCancel={() => onDone(false)}>
        {isLoading ? 'Verifying...' : 'Continue'}
      </DialogAnswers>
    </form>
  );
};
