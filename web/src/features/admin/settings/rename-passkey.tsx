import type { PasskeyView } from '@geodes/contracts';
import { useRef, useState, type FormEvent } from 'react';
import { messageOf } from '../../../app/api-error.js';
import { Field } from '../../../ui/field.js';
import { useRenamePasskeyMutation } from './owner-access.api.js';
import { DialogAnswers, SmallDialog } from '../small-dialog.js';

const NAME_LENGTH = 60;

interface RenamePasskeyProps {
  passkey: PasskeyView;
  open: boolean;
  onClose: () => void;
}

/** Gives a passkey a name that the owner recognises. */
export const RenamePasskey = ({ passkey, open, onClose }: RenamePasskeyProps) => (
  <SmallDialog open={open} onClose={onClose} title="Rename the passkey">
    <p>Choose a name by which you recognise it, such as the device that holds it.</p>
    <NameForm passkey={passkey} onClose={onClose} />
  </SmallDialog>
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
      <DialogAnswers busy={isLoading} onCancel={onClose}>
        Rename
      </DialogAnswers>
    </form>
  );
};
