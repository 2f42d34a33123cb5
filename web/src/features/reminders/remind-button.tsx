import type { Geode } from '@geodes/contracts';
import { startTransition, useState } from 'react';
import { OfflineNotice } from '../../app/load-failure.js';
import { Button } from '../../ui/button.js';
import { preloadable, Suspense } from '../../ui/preloadable.js';

const WaitingButton = () => (
  <>
    <OfflineNotice />
    <Button look="secondary" busy>
      Notify me
    </Button>
  </>
);

const RemindForm = preloadable(async () => (await import('./remind-form.js')).RemindForm, { Waiting: WaitingButton });

/** Becomes the form that asks for a letter before a geode goes on sale. */
export const RemindButton = ({ geode }: { geode: Pick<Geode, 'id' | 'availableFrom'> }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Suspense>
      {isOpen ? (
        <RemindForm geode={geode} />
      ) : (
        <Button
          look="secondary"
          // The button stays until the form is fetched.
          onClick={() => startTransition(() => setIsOpen(true))}
          onPointerEnter={RemindForm.preload}
          onFocus={RemindForm.preload}
        >
          Notify me
        </Button>
      )}
    </Suspense>
  );
};
