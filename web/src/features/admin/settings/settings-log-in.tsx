import type { PasskeyView } from '@geodes/contracts';
import { useState, type FormEvent } from 'react';
import { isApiError, messageOf } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { Button } from '../../../ui/button.js';
import { useLeaveWarning } from '../form/unsaved-changes.js';
import { PIN_LENGTH } from '../session/session.api.js';
import { PinField } from '../session/pin-field.js';
import { PanelSection } from '../panel-section.js';
import { DialogAnswers, SmallDialog, TextForm } from '../small-dialog.js';
import { ConfirmDialog, useReport } from '../actions.js';
import { dateTime } from '../dates.js';
import { createPasskey } from '../session/passkey.js';
import { usePinProof } from '../session/use-pin-proof.js';
import {
  useChangePinMutation,
  useAddPasskeyMutation,
  useGetPasskeyOptionsMutation,
  useGetPasskeysQuery,
  useRemovePasskeyMutation,
  useRenamePasskeyMutation,
} from './settings.api.js';
import styles from './settings-tab.module.css';

/** Changes the PIN. */
export const SettingsPin = () => {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <PanelSection
      title="PIN"
      action={
        <Button look="quiet" size="small" onClick={() => setIsOpen(true)}>
          Change PIN
        </Button>
      }
    >
      <p className="small">A new PIN ends all other sessions.</p>
      <SmallDialog open={isOpen} onClose={close} title="Change PIN">
        <p>Nine digits without a run, a repetition or a pattern.</p>
        <ChangePinForm onClose={close} />
      </SmallDialog>
    </PanelSection>
  );
};

interface Problem {
  field: 'pin' | 'newPin' | 'again';
  text: string;
}

const ChangePinForm = ({ onClose }: { onClose: () => void }) => {
  const dispatch = useAppDispatch();
  const [changePin, { isLoading }] = useChangePinMutation();
  const [pin, setPin] = useState('');
  const [newPin, setNewPin] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<Problem>();
  useLeaveWarning(pin + newPin + again !== '');
  const isComplete = [pin, newPin, again].every(({ length }) => length === PIN_LENGTH);
  const typing = (set: (typed: string) => void) => (typed: string) => {
    set(typed);
    setProblem(undefined);
  };
  const problemOf = (field: Problem['field']) => (problem?.field === field ? problem.text : undefined);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || isLoading) return;
    if (again !== newPin) return setProblem({ field: 'again', text: 'The two new PINs are not the same.' });
    const { error } = await changePin({ pin, newPin });
    if (error) {
      const field = isApiError(error) && error.status === 400 ? 'newPin' : 'pin';
      return setProblem({ field, text: messageOf(error, 'The PIN was not changed. Please try again.') });
    }
    onClose();
    dispatch(notified({ title: 'PIN changed', text: 'All other sessions have ended.' }));
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <PinField label="Present PIN" value={pin} error={problemOf('pin')} onChange={typing(setPin)} />
      <PinField label="New PIN" value={newPin} error={problemOf('newPin')} onChange={typing(setNewPin)} />
      <PinField label="New PIN again" value={again} error={problemOf('again')} onChange={typing(setAgain)} />
      <DialogAnswers disabled={!isComplete} busy={isLoading} onCancel={onClose}>
        Change PIN
      </DialogAnswers>
    </form>
  );
};

/** Lists the owner's passkeys; adds, renames and removes them. */
export const SettingsPasskeys = () => {
  const { data: passkeys, error } = useGetPasskeysQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <PanelSection count={passkeys?.length ?? 0} title="Passkeys" action={<AddPasskey />}>
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
    const added = await run(() => addPasskey(made.response));
    if (!added) return;
    if (!added.data) return fail(messageOf(added.error, 'Please try again.'));
    dispatch(notified({ title: 'Passkey added', text: added.data.name }));
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

const MAX_NAME_LENGTH = 60;

const Passkey = ({ passkey }: { passkey: PasskeyView }) => {
  const { id, name, createdAt, lastUsedAt } = passkey;
  const report = useReport();
  const [remove, { isLoading }] = useRemovePasskeyMutation();
  const [rename] = useRenamePasskeyMutation();
  const [asked, setAsked] = useState<'rename' | 'remove'>();
  const { run, dialog } = usePinProof();
  const close = () => setAsked(undefined);
  const finish = async (yes: boolean) => {
    close();
    if (!yes) return;
    const removed = await run(() => remove(id));
    if (removed) report(removed, { title: 'Failed to remove the passkey' }, { title: 'Passkey removed', text: name });
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
      <SmallDialog open={asked === 'rename'} onClose={close} title="Rename the passkey">
        <p>Choose a name by which you recognise it, such as the device that holds it.</p>
        <TextForm
          label="Name"
          present={name}
          maxLength={MAX_NAME_LENGTH}
          missing="Please enter a name."
          send={(typed) => rename({ id, name: typed })}
          failed="The passkey was not renamed. Please try again."
          onSent={close}
          onCancel={close}
          action="Rename"
        />
      </SmallDialog>
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
