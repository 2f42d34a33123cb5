import type { PasskeyView } from '@geodes/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Field } from '../../../ui/field.js';
import { useFocusFallback } from '../../../ui/use-focus-fallback.js';
import { dateTime } from '../dates.js';
import { PanelSection } from '../panel-section.js';
import { createPasskey } from '../session/passkey.js';
import { usePinProof } from '../session/use-pin-proof.js';
import { DialogAnswers, SmallDialog } from '../small-dialog.js';
import {
  useAddPasskeyMutation,
  useGetPasskeyOptionsMutation,
  useGetPasskeysQuery,
  useRemovePasskeyMutation,
  useRenamePasskeyMutation,
} from './settings.api.js';
import styles from './settings-tab.module.css';

/** Lists the owner's passkeys; adds, renames and removes them. */
export const SettingsPasskeys = () => {
  const { data: passkeys, error } = useGetPasskeysQuery(undefined, { refetchOnMountOrArgChange: true });
  const container = useRef<HTMLElement>(null);
  useFocusFallback(container, passkeys?.length ?? 0);
  return (
    <PanelSection ref={container} title="Passkeys" action={<AddPasskey />}>
      <p className="small" role="status">
        {error ? messageOf(error, 'The passkeys cannot be shown at the moment.') : passkeys && summary(passkeys.length)}
      </p>
      <ul className={styles.rows}>
        {passkeys?.map((passkey) => (
          <Passkey key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      <p className="mini dim">
        With a passkey, the PIN alone opens the panel only on devices that have logged in before. Whoever runs the
        server can remove a lost one.
      </p>
    </PanelSection>
  );
};

const summary = (count: number): string => {
  if (count === 0) return 'There is no passkey: the PIN alone logs in on any device.';
  return count === 1 ? 'A new device needs the PIN and this passkey.' : 'A new device needs the PIN and one of these.';
};

const AddPasskey = () => {
  const dispatch = useAppDispatch();
  const [getOptions] = useGetPasskeyOptionsMutation();
  const [addPasskey] = useAddPasskeyMutation();
  const [isBusy, setIsBusy] = useState(false);
  const { run, dialog } = usePinProof();
  const fail = (text: string) => dispatch(notified({ title: 'No passkey was added', text, tone: 'bad' }));

  const add = async () => {
    const options = await run(() => getOptions());
    if (!options) return;
    if (!options.data) return fail(messageOf(options.error, 'Please try again.'));
    const made = await createPasskey(options.data);
    if ('failure' in made) return fail(made.failure);
    const { data, error } = await addPasskey(made.response);
    if (!data) return fail(messageOf(error, 'Please try again.'));
    dispatch(notified({ title: 'Passkey added', text: data.name }));
  };
  const addOnce = async () => {
    setIsBusy(true);
    await add();
    setIsBusy(false);
  };
  return (
    <>
      <Button look="quiet" size="small" busy={isBusy} onClick={() => void addOnce()}>
        Add passkey
      </Button>
      {dialog}
    </>
  );
};

const Passkey = ({ passkey }: { passkey: PasskeyView }) => {
  const { id, name, createdAt, lastUsedAt } = passkey;
  const dispatch = useAppDispatch();
  const [remove, { isLoading }] = useRemovePasskeyMutation();
  const [asked, setAsked] = useState<'rename' | 'remove'>();
  const { run, dialog } = usePinProof();
  const close = () => setAsked(undefined);
  const finish = async (yes: boolean) => {
    close();
    if (!yes) return;
    const removed = await run(() => remove(id));
    if (!removed) return;
    dispatch(
      notified(
        removed.error
          ? { title: 'Failed to remove the passkey', text: messageOf(removed.error, 'Please try again.'), tone: 'bad' }
          : { title: 'Passkey removed', text: name },
      ),
    );
  };
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className="strong">{name}</span>
        <span className="small dim num">
          added {dateTime(createdAt)}
          {lastUsedAt && `, last used ${dateTime(lastUsedAt)}`}
        </span>
      </div>
      <div className={styles.actions}>
        <Button look="quiet" size="small" aria-label={`Rename passkey: ${name}`} onClick={() => setAsked('rename')}>
          Rename
        </Button>
        <Button
          look="secondary"
          size="small"
          busy={isLoading}
          aria-label={`Remove passkey: ${name}`}
          onClick={() => setAsked('remove')}
        >
          Remove
        </Button>
      </div>
      <RenamePasskey passkey={passkey} open={asked === 'rename'} onClose={close} />
      <ConfirmDialog
        open={asked === 'remove'}
        title="Remove this passkey?"
        text={`${name} will no longer confirm a log-in.`}
        action="Remove"
        onAnswer={(yes) => void finish(yes)}
      />
      {dialog}
    </li>
  );
};

const NAME_LENGTH = 60;

interface RenamePasskeyProps {
  passkey: PasskeyView;
  open: boolean;
  onClose: () => void;
}

/** Gives a passkey a name that the owner recognises. */
const RenamePasskey = ({ passkey, open, onClose }: RenamePasskeyProps) => (
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
