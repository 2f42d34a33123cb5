import type { Letter } from '@geodes/contracts';
import { useRef } from 'react';
import { messageOf } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { Button } from '../../../ui/button.js';
import { useFocusFallback } from '../../../ui/use-focus-fallback.js';
import { dateTime } from '../dates.js';
import { PanelSection } from '../panel-section.js';
import styles from './settings-tab.module.css';
import { letterSummary, letterText, letterTimes, offersTryAll } from './settings-text.js';
import {
  useGetLettersQuery,
  useRetryAllLettersMutation,
  useRetryLetterMutation,
  useRetryWatch,
} from './settings.api.js';

/** Lists the emails of the shop that were not sent, with buttons to try again. */
export const SettingsLetters = () => {
  const { pollingInterval, watch } = useRetryWatch();
  const { data, error } = useGetLettersQuery(undefined, { refetchOnMountOrArgChange: true, pollingInterval });
  const dispatch = useAppDispatch();
  const [retryAll, { isLoading }] = useRetryAllLettersMutation();
  const container = useRef<HTMLElement>(null);
  const letters = data?.hasMailServer ? data.letters : [];
  useFocusFallback(container, letters.length);

  const tryAll = async () => {
    const { error: failure } = await retryAll();
    if (failure) dispatch(notified({ title: 'Failed to send the letters', text: 'Please try again.', tone: 'bad' }));
    else watch();
  };
  return (
    <PanelSection
      ref={container}
      title="Letters"
      action={
        data &&
        offersTryAll(data) && (
          <Button look="quiet" size="small" busy={isLoading} onClick={() => void tryAll()}>
            Try all again
          </Button>
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
  const dispatch = useAppDispatch();
  const [retry, { isLoading }] = useRetryLetterMutation();
  const tryAgain = async () => {
    const { error } = await retry(letter.id);
    if (error)
      dispatch(
        notified({ title: 'Failed to send the letter', text: messageOf(error, 'Please try again.'), tone: 'bad' }),
      );
    else onRetried();
  };
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className="ink">{letterText(letter)}</span>
        {letter.lastError && <span className="small">{letter.lastError}</span>}
        <span className="small dim num">{letterTimes(letter, dateTime)}</span>
      </div>
      {letter.state === 'failed' && (
        <div className={styles.actions}>
          <Button
            look="secondary"
            size="small"
            busy={isLoading}
            aria-label={`Try again: ${letterText(letter)}`}
            onClick={() => void tryAgain()}
          >
            Try again
          </Button>
        </div>
      )}
    </li>
  );
};
