import type { OrderEventView, Letter } from '@geodes/contracts';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { Button } from '../../../ui/button.js';
import { ActionButton } from '../actions.js';
import { dateTime } from '../dates.js';
import { PanelSection } from '../panel-section.js';
import { SmallDialog, TextForm } from '../small-dialog.js';
import styles from './settings-tab.module.css';
import { eventSummary, eventText, letterSummary, letterText, letterTimes, offersTryAll } from './settings-text.js';
import { useDropEventMutation, useGetFailedEventsQuery, useGetLettersQuery, useRetryMutation } from './settings.api.js';

/** Lists the order events that the catalogue refused too often, with buttons to retry or drop them. */
export const SettingsEvents = () => {
  const { pollingInterval, watch } = useRetryWatch();
  const { data, error } = useGetFailedEventsQuery(undefined, { refetchOnMountOrArgChange: true, pollingInterval });
  const [retry] = useRetryMutation();
  const failed = data?.events.filter(({ state }) => state === 'failed') ?? [];
  return (
    <PanelSection
      count={failed.length}
      title="Events"
      action={
        failed.length > 1 && (
          <ActionButton
            look="quiet"
            run={() => retry({ list: 'failed-events' })}
            failed="Failed to retry the events"
            onDone={watch}
          >
            Retry all
          </ActionButton>
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

/** The server has the same limit. */
const MAX_REASON_LENGTH = 500;

const FailedEvent = ({ event, onRetried }: { event: OrderEventView; onRetried: () => void }) => {
  const dispatch = useAppDispatch();
  const [retry] = useRetryMutation();
  const [drop] = useDropEventMutation();
  const [isDropping, setIsDropping] = useState(false);
  const close = () => setIsDropping(false);
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
        <ActionButton
          look="secondary"
          aria-label={`Retry: order ${event.orderNumber}`}
          run={() => retry({ list: 'failed-events', id: event.id })}
          failed="Failed to retry the event"
          onDone={onRetried}
        >
          Retry
        </ActionButton>
        <Button
          look="quiet"
          size="small"
          aria-label={`Give up: order ${event.orderNumber}`}
          onClick={() => setIsDropping(true)}
        >
          Give up
        </Button>
      </div>
      <SmallDialog open={isDropping} onClose={close} title="Give up the event">
        <p>{eventText(event)} It will not be tried again by itself.</p>
        <TextForm
          label="Why it need not be applied"
          maxLength={MAX_REASON_LENGTH}
          missing="Please say why it need not be applied."
          send={(reason) => drop({ id: event.id, reason })}
          failed="The event was not given up. Please try again."
          onSent={() => {
            close();
            dispatch(notified({ title: 'Event given up', text: `Order ${event.orderNumber}` }));
          }}
          onCancel={close}
          look="danger"
          action="Give up"
        />
      </SmallDialog>
    </li>
  );
};

/** Lists the emails of the shop that were not sent, with buttons to try again. */
export const SettingsLetters = () => {
  const { pollingInterval, watch } = useRetryWatch();
  const { data, error } = useGetLettersQuery(undefined, { refetchOnMountOrArgChange: true, pollingInterval });
  const [retry] = useRetryMutation();
  const letters = data?.hasMailServer ? data.letters : [];
  return (
    <PanelSection
      count={letters.length}
      title="Letters"
      action={
        data &&
        offersTryAll(data) && (
          <ActionButton
            look="quiet"
            run={() => retry({ list: 'letters' })}
            failed="Failed to send the letters"
            onDone={watch}
          >
            Try all again
          </ActionButton>
        )
      }
    >
      <p className="small" role="status">
        {error ? messageOf(error, 'Letters cannot be shown at the moment.') : data && letterSummary(data)}
      </p>
      <p className="mini dim">Buyers get an email when they paid, when you ship and when money goes back to them.</p>
      {letters.length > 0 && (
        <ul className={styles.rows}>
          {letters.map((letter) => (
            <UnsentLetter key={letter.id} letter={letter} onRetried={watch} />
          ))}
        </ul>
      )}
    </PanelSection>
  );
};

const UnsentLetter = ({ letter, onRetried }: { letter: Letter; onRetried: () => void }) => {
  const [retry] = useRetryMutation();
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className="ink">{letterText(letter)}</span>
        {letter.lastError && <span className="small">{letter.lastError}</span>}
        <span className="small dim num">{letterTimes(letter)}</span>
      </div>
      {letter.state === 'failed' && (
        <div className={styles.actions}>
          <ActionButton
            look="secondary"
            aria-label={`Try again: ${letterText(letter)}`}
            run={() => retry({ list: 'letters', id: letter.id })}
            failed="Failed to send the letter"
            onDone={onRetried}
          >
            Try again
          </ActionButton>
        </div>
      )}
    </li>
  );
};

/** What is retried succeeds or fails within seconds. Until then the list is polled. */
const WATCH_MS = 20_000;
const POLL_INTERVAL_MS = 2_000;

/** Returns the list's polling interval, and a function that starts to watch it after a retry. */
const useRetryWatch = (): { pollingInterval: number; watch: () => void } => {
  const [retriedAt, setRetriedAt] = useState(0);
  useEffect(() => {
    if (retriedAt === 0) return;
    const timer = setTimeout(() => setRetriedAt(0), WATCH_MS);
    return () => clearTimeout(timer);
  }, [retriedAt]);
  return { pollingInterval: retriedAt > 0 ? POLL_INTERVAL_MS : 0, watch: () => setRetriedAt(Date.now()) };
};
