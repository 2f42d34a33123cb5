import { api, nowAndAfterReads } from '../../app/api.js';
import { notifyListeners } from '../../app/live-listeners.js';
import type { AppThunk } from '../../app/store.js';
import { setAvailability } from '../geodes/availability.js';
import { geodeLists, geodeQueries } from '../geodes/geodes.api.js';
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
    dispatch(nowAndAfterReads(() => dispatch(show(message))));
  };

const show =
  ({ id, availability }: Extract<LiveMessage, { name: 'availability' }>): AppThunk =>
  (dispatch, getState) => {
    for (const query of geodeQueries.selectCachedArgsForQuery(getState(), 'getGeodes'))
      dispatch(
        geodeQueries.updateQueryData('getGeodes', query, ({ geodes }) => {
          const geode = geodes.find((one) => one.id === id);
          if (geode) setAvailability(geode, availability);
        }),
      );
    dispatch(
      geodeQueries.updateQueryData('getFeatured', undefined, (geodes) => {
        const geode = geodes.find((one) => one.id === id);
        if (geode) setAvailability(geode, availability);
      }),
    );
    dispatch(geodeQueries.updateQueryData('getGeode', id, (geode) => setAvailability(geode, availability)));
  };
