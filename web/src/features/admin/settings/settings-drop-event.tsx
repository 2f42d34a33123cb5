import type { OrderEventView } from '@geodes/contracts';
import { useRef, useState, type FormEvent } from 'react';
import { messageOf } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { Field } from '../../../ui/field.js';
import { DialogAnswers, SmallDialog } from '../small-dialog.js';
import { eventText } from './settings-text.js';
import { useDropEventMutation } from './settings.api.js';
import { useLeaveWarning } from '../form/use-leave-warning.js';

const REASON_LENGTH = 500;

interface SettingsDropEventProps {
  event: OrderEventView;
  open: boolean;
  onClose: () => void;
}

/** Drops a failed event for good. Requires a reason, which is stored with the event. */
export const SettingsDropEvent = ({ event, open, onClose }: SettingsDropEventProps) => (
  <SmallDialog open={open} onClose={onClose} title="Give up the event">
    <p>{eventText(event)} It will not be tried again by itself.</p>
    <ReasonForm event={event} onClose={onClose} />
  </SmallDialog>
);

const ReasonForm = ({ event, onClose }: Omit<SettingsDropEventProps, 'open'>) => {
  const dispatch = useAppDispatch();
  const [drop, { isLoading }] = useDropEventMutation();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useLeaveWarning(reason.trim() !== '');
  const submit = async (form: FormEvent) => {
    form.preventDefault();
    if (isLoading) return;
    if (reason.trim() === '') {
      setProblem('Please say why it need not be applied.');
      field.current?.focus();
      return;
    }
    const { error } = await drop({ id: event.id, reason });
    if (error) return setProblem(messageOf(error, 'The event was not given up. Please try again.'));
    onClose();
    dispatch(notified({ title: 'Event given up', text: `Order ${event.orderNumber}` }));
  };
  return (
    <form noValidate onSubmit={(form) => void submit(form)}>
      <Field
        ref={field}
        label="Why it need not be applied"
        value={reason}
        maxLength={REASON_LENGTH}
        error={problem}
        onChange={(typed) => {
          setReason(typed.target.value);
          setProblem(undefined);
        }}
      />
      <DialogAnswers look="danger" busy={isLoading} onCancel={onClose}>
        Give up
      </DialogAnswers>
    </form>
  );
};
