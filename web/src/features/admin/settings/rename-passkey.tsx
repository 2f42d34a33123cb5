import type { PasskeyView } from '@geodes/contracts';
import { useRef, useState, type FormEvent } from 'react';
import { messageOf } from '../../../app/api-error.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Field } from '../../../ui/field.js';
import { useRenamePasskeyMutation } from './owner-access.api.js';
import styles from '../small-dialog.module.css';

const NAME_LENGTH = 60;

interface RenamePasskeyProps {
  passkey: PasskeyView;
  open: boolean;
  onClose: () => void;
}

/** Gives a passkey a name that the owner recognises. */
export const RenamePasskey = ({ passkey, open, onClose }: RenamePasskeyProps) => (
  <Dialog open={open} onClose={onClose} label="Rename the passkey" className={styles.dialog}>
    <h2>Rename the passkey</h2>
    <p>Choose a name by which you recognise it, such as the device that holds it.</p>
    <NameForm passkey={passkey} onClose={onClose} />
  </Dialog>
);

const NameForm = ({ passkey: { id, name: present }, onClose }: Omit<RenamePasskeyProps, 'open'>) => {
  const [rename, { isLoading }] = useRenamePasskeyMutation();
  const [name, setName] = useState(present);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    if (name.trim() === '') {
      setProblem('Please enter a name.');
      field.current?.focus();
      return;
    }
    const { error } = await rename({ id, name });
    if (error) return setProblem(messageOf(error, 'The passkey was not renamed. Please try again.'));
    onClose();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Field
        ref={field}
        label="Name"
        value={name}
        maxLength={NAME_LENGTH}
        error={problem}
        isAlerting
        onChange={(typed) => {
          setName(typed.target.value);
          setProblem(undefined);
        }}
      />
      <div className={styles.answers}>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isLoading}>
          Rename
        </Button>
      </div>
    </form>
  );
};
