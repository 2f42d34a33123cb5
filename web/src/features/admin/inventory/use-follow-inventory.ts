import { useEffect } from 'react';
import { nowAndAfterReads } from '../../../app/api.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { listenLive } from '../../../app/live-listeners.js';
import { applyAvailability, refreshInventory, refetchInventory } from './inventory.api.js';

/** Of many edits at once one question is made, milliseconds. */
const REFETCH_DELAY_MS = 500;

/** Shows in the open inventory what the shop tells live: what is held, sold and freed without a question. */
export const useFollowInventory = (): void => {
  const dispatch = useAppDispatch();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const named = new Set<string>();
    const refreshLater = (ids: readonly string[]) => {
      for (const id of ids) named.add(id);
      timer ??= setTimeout(() => {
        timer = undefined;
        dispatch(refreshInventory([...named]));
        named.clear();
      }, REFETCH_DELAY_MS);
    };
    const stop = listenLive((message) => {
      if (message.name === 'availability') dispatch(nowAndAfterReads(() => dispatch(applyAvailability(message))));
      else if (message.name === 'catalog') refreshLater(message.ids);
      else dispatch(refetchInventory());
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [dispatch]);
};
