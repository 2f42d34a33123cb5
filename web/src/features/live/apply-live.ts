import { api, nowAndAfterReads } from '../../app/api.js';
import { notifyListeners } from '../../app/live-listeners.js';
import type { AppThunk } from '../../app/store.js';
import { availabilityChanged, geodeLists } from '../geodes/geodes.api.js';
import type { LiveMessage } from '../../app/live-listeners.js';

/** Applies a live event to the cache. Refetches only what the page shows and what was edited. */
export const applyLive =
  (message: LiveMessage): AppThunk =>
  (dispatch) => {
    notifyListeners(message);
    if (message.name === 'reset') {
      dispatch(api.util.invalidateTags(['Geode', ...geodeLists, 'Showcase']));
      return;
    }
    if (message.name === 'catalog') {
      const shown = message.ids.flatMap((id) => [
        { type: 'Geode' as const, id },
        { type: 'Showcase' as const, id },
      ]);
      dispatch(api.util.invalidateTags(shown));
      return;
    }
    dispatch(nowAndAfterReads(() => dispatch(availabilityChanged(message.id, message.availability))));
  };
