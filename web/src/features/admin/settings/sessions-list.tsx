import type { AdminSession } from '@geodes/contracts';
import { useState } from 'react';
import { isApiError, messageOf } from '../../../app/api-error.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { ActionButton, ConfirmedAction } from '../actions.js';
import { dateTime } from '../dates.js';
import { PanelSection } from '../panel-section.js';
import styles from './settings-tab.module.css';
import { useEndOtherSessionsMutation, useEndSessionMutation, useGetSessionsQuery } from './settings.api.js';

/** Number of sessions shown at first. */
const FEW = 10;

/** Lists the open sessions, the last used first. Each but the present one can be ended. */
export const SessionList = () => {
  const { data: sessions, error } = useGetSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];
  const [isLong, setIsLong] = useState(false);
  const few = latestSessions(sessions ?? []);
  const hidden = (sessions?.length ?? 0) - few.length;
  return (
    <PanelSection
      count={others.length}
      title="Sessions"
      action={others.length > 0 && <EndOthers count={others.length} />}
    >
      <p className="small" role="status">
        {error ? messageOf(error, 'The sessions cannot be shown at the moment.') : sessions && countText(others.length)}
      </p>
      <ul className={styles.rows}>
        {(isLong ? sessions : few)?.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button look="quiet" size="small" className={styles.more} onClick={() => setIsLong(!isLong)}>
          {isLong ? `Show the last ${FEW} only` : `Show ${hidden} more`}
        </Button>
      )}
      <p className="mini dim">A session ends by itself after 8 hours without use, and in any case after 24.</p>
    </PanelSection>
  );
};

/** Returns the last used sessions, always including the present one. */
const latestSessions = (sessions: AdminSession[]): AdminSession[] => {
  const own = sessions.findIndex(({ isCurrent }) => isCurrent);
  return sessions.filter((_, place) => place === own || place < (own < FEW ? FEW : FEW - 1));
};

const countText = (others: number): string => {
  if (others === 0) return 'You are logged in here only.';
  return others === 1 ? '1 other session is open.' : `${others} other sessions are open.`;
};

const Session = ({ session: { id, device, label, startedAt, lastUsedAt, isCurrent } }: { session: AdminSession }) => {
  const [end] = useEndSessionMutation();
  const finish = async () => {
    const { error } = await end(id);
    return isApiError(error) && error.status === 404 ? {} : { error };
  };
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className="strong">{device}</span>
        <span className="small dim num">
          {label.slice(device.length).trim()}, since {dateTime(startedAt)}, last used {dateTime(lastUsedAt)}
        </span>
      </div>
      {isCurrent ? (
        <Badge tone="sunk">This session</Badge>
      ) : (
        <ActionButton
          look="secondary"
          aria-label={`End session: ${label}`}
          run={finish}
          failed="Failed to end the session"
          done={{ title: 'Session ended', text: label }}
        >
          End
        </ActionButton>
      )}
    </li>
  );
};

const EndOthers = ({ count }: { count: number }) => {
  const [endOthers] = useEndOtherSessionsMutation();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button look="quiet" size="small" onClick={() => setIsAsked(true)}>
        End all others
      </Button>
      <ConfirmedAction
        subject={isAsked ? count : null}
        title="End all other sessions"
        text={`${countText(count)} Whoever uses one has to log in again.`}
        action="End all others"
        run={() => endOthers()}
        done={() => ({ title: 'Other sessions ended', text: 'You are logged in here only.' })}
        failed={{ title: 'Failed to end the sessions' }}
        onClose={() => setIsAsked(false)}
      />
    </>
  );
};
