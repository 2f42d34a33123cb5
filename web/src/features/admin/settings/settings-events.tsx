import type { OrderEventView } from '@geodes/contracts';
import { useRef, useState } from 'react';
import { messageOf } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { Button } from '../../../ui/button.js';
import { useFocusFallback } from '../../../ui/use-focus-fallback.js';
import { dateTime } from '../dates.js';
import { SettingsDropEvent } from './settings-drop-event.js';
import { PanelSection } from '../panel-section.js';
import styles from './settings-tab.module.css';
import { eventSummary, eventText } from './settings-text.js';
import { useGetFailedEventsQuery, useRetryAllEventsMutation, useRetryEventMutation } from './settings.api.js';
import { useRetryWatch } from './use-retry-watch.js';

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
          Refused {event.failures} times, given up on {dateTime.format(new Date(event.failedAt ?? event.createdAt))}
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
