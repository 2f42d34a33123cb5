import type { Geode } from '@geodes/contracts';
import { useState } from 'react';
import { OfflineNotice } from '../../app/load-failure.js';
import { Button } from '../../ui/button.js';
import { preloadable, WhenOpened } from '../../ui/preloadable.js';

const AskQuestion = preloadable(async () => (await import('./ask-question.js')).AskQuestion, {
  Waiting: OfflineNotice,
});

/** Opens the form for a question about a geode. */
export const AskButton = ({ geode }: { geode: Pick<Geode, 'id' | 'title'> }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        size="small"
        onClick={() => setIsOpen(true)}
        onPointerEnter={AskQuestion.preload}
        onFocus={AskQuestion.preload}
      >
        Ask about this stone
      </Button>
      <WhenOpened open={isOpen}>
        <AskQuestion open={isOpen} geode={geode} onClose={() => setIsOpen(false)} />
      </WhenOpened>
    </>
  );
};
