import type { Letter } from '@geodes/contracts';
import { messageOf } from '../../../app/api-error.js';
import { ActionButton } from '../actions.js';
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
  const [retryAll] = useRetryAllLettersMutation();
  const letters = data?.hasMailServer ? data.letters : [];
  return (
    <PanelSection
      count={letters.length}
      title="Letters"
      action={
        data &&
        offersTryAll(data) && (
          <ActionButton look="quiet" run={() => retryAll()} failed="Failed to send the letters" onDone={watch}>
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
  const [retry] = useRetryLetterMutation();
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
            run={() => retry(letter.id)}
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
