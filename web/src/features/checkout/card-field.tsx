import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { logFailure } from '../../app/log.js';
import { useGetSiteConfigQuery } from '../../app/site-config.api.js';
import { Button } from '../../ui/button.js';
import { useFocusHandover } from '../../ui/use-focus-fallback.js';
import styles from './payment-step.module.css';
import { drawCardForm, type CardForm, type CardKeys } from './square-card.js';

type CardState = 'loading' | 'ready' | 'failed';

interface CardFieldProps extends CardKeys {
  /** Receives the card form while it is mounted, else null. */
  onForm: (form: CardForm | null) => void;
}

/** Square's card form. */
export const CardField = ({ onForm, onEnter, onEscape }: CardFieldProps) => {
  const { data: config, isError, refetch } = useGetSiteConfigQuery();
  const target = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<CardState>('loading');
  const [tries, setTries] = useState(0);

  const enter = useEffectEvent(onEnter);
  const escape = useEffectEvent(onEscape);

  useEffect(() => {
    const element = target.current;
    if (!config || !element) return;
    let isGone = false;
    let cardForm: CardForm | undefined;
    const place = element.appendChild(document.createElement('div'));
    drawCardForm(config, place, { onEnter: () => enter(), onEscape: () => escape() }).then(
      (card) => {
        if (isGone) return card.remove();
        cardForm = card;
        setState('ready');
        onForm(card);
      },
      (error: unknown) => {
        if (isGone) return;
        logFailure('The card form could not be drawn', error);
        setState('failed');
      },
    );
    return () => {
      isGone = true;
      cardForm?.remove();
      place.remove();
      onForm(null);
    };
  }, [config, tries, onForm]);

  return (
    <>
      <div
        ref={target}
        className={styles.form}
        hidden={state === 'failed' || isError}
        aria-busy={state === 'loading'}
      />
      {(state === 'failed' || isError) && (
        <FormFailure
          onRetry={() => {
            setState('loading');
            setTries(tries + 1);
            if (isError) void refetch();
          }}
        />
      )}
    </>
  );
};

const FormFailure = ({ onRetry }: { onRetry: () => void }) => (
  <div ref={useFocusHandover()} className={styles.failed} role="alert">
    The card form could not be loaded. Nothing has been charged.
    <Button look="secondary" size="small" onClick={onRetry}>
      Try Again
    </Button>
  </div>
);
