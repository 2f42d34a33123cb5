import type { OrderEventView } from '@geodes/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { Button } from '../../../ui/button.js';
import { Field } from '../../../ui/field.js';
import { useFocusFallback } from '../../../ui/use-focus-fallback.js';
import { dateTime } from '../dates.js';
import { useLeaveWarning } from '../form/use-leave-warning.js';
import { PanelSection } from '../panel-section.js';
import { DialogAnswers, SmallDialog } from '../small-dialog.js';
import styles from './settings-tab.module.css';
import { eventSummary, eventText } from './settings-text.js';
import {
  useDropEventMutation,
  useGetFailedEventsQuery,
  useRetryAllEventsMutation,
  useRetryEventMutation,
  useRetryWatch,
} from './settings.api.js';

/** Lists the order events that the catalogue refused too often, with buttons to retry or drop them. */
export const SettingsEvents = () => {
  const { pollingInterval, watch } = useRetryWatch();
  const { data, error } = useGetFailedEventsQuery(undefined, { refetchOnMountOrArgChange: true, pollingInterval });
  const dispatch = useAppDispatch();
  const [retryAll, { isLoading }] = useRetryAllEventsMutation();
  const container = useRef<HTMLElement>(null);
  const failed = data?.events.filter(({ state }) => state === 'failed') ?? [];
  useFocusFallback(container, failed.length);

  const tryAll = async () => {
    const { error: failure } = await retryAll();
    if (failure) dispatch(notified({ title: 'Failed to retry the events', text: 'Please try again.', tone: 'bad' }));
    else watch();
  };
  return (
    <PanelSection
      ref={container}
      title="Events"
      action={
        failed.length > 1 && (
          <Button look="quiet" size="small" busy={isLoading} onClick={() => void tryAll()}>
            Retry all
          </Button>
        )
      }
    >
      <p className="small" role="status">
        {error ? messageOf(error, 'Events cannot be shown at the moment.') : data && eventSummary(data.counts)}
      </p>
      <p className="mini dim">Orders tell the catalogue by events what was paid and archived.</p>
      {failed.length > 0 && (
        <ul className={styles.rows}>
          {failed.map((event) => (
            <FailedEvent key={event.id} event={event} onRetried={watch} />
          ))}
        </ul>
      )}
    </PanelSection>
  );
};

const FailedEvent = ({ event, onRetried }: { event: OrderEventView; onRetried: () => void }) => {
  const dispatch = useAppDispatch();
  const [retry, { isLoading }] = useRetryEventMutation();
  const [isDropping, setIsDropping] = useState(false);
  const tryAgain = async () => {
    const { error } = await retry(event.id);
    if (error)
      dispatch(
        notified({ title: 'Failed to retry the event', text: messageOf(error, 'Please try again.'), tone: 'bad' }),
      );
    else onRetried();
  };
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className="ink">{eventText(event)}</span>
        {event.lastError && <span className="small">{event.lastError}</span>}
        <span className="small dim num">
          Refused {event.failures} times, given up on {dateTime(event.failedAt ?? event.createdAt)}
        </span>
      </div>
      <div className={styles.actions}>
        <Button
          look="secondary"
          size="small"
          busy={isLoading}
          aria-label={`Retry: order ${event.orderNumber}`}
          onClick={() => void tryAgain()}
        >
          Retry
        </Button>
        <Button
          look="quiet"
          size="small"
          aria-label={`Give up: order ${event.orderNumber}`}
          onClick={() => setIsDropping(true)}
        >
          Give up
        </Button>
      </div>
      <SettingsDropEvent event={event} open={isDropping} onClose={() => setIsDropping(false)} />
    </li>
  );
};

const REASON_LENGTH = 500;

interface SettingsDropEventProps {
  event: OrderEventView;
  open: boolean;
  onClose: () => void;
}

/** Drops a failed event for good. Requires a reason, which is stored with the event. */
const SettingsDropEvent = ({ event, open, onClose }: SettingsDropEventProps) => (
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
