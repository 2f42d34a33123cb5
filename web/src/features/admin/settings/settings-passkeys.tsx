import type { PasskeyView } from '@geodes/contracts';
import { useState } from 'react';
import { messageOf } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { useReport } from '../actions.js';
import { dateTime } from '../dates.js';
import { PanelSection } from '../panel-section.js';
import { createPasskey } from '../session/passkey.js';
import { usePinProof } from '../session/use-pin-proof.js';
import { SmallDialog, TextForm } from '../small-dialog.js';
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
