import { useState, type FormEvent } from 'react';
import { isApiError, messageOf } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { Button } from '../../../ui/button.js';
import { useLeaveWarning } from '../form/unsaved-changes.js';
import { PIN_LENGTH } from '../session/session.api.js';
import { PinField } from '../session/pin-field.js';
import { useChangePinMutation } from './settings.api.js';
import { PanelSection } from '../panel-section.js';
import { DialogAnswers, SmallDialog } from '../small-dialog.js';

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
