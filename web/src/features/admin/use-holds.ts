import { useEffect } from 'react';
import { useAppDispatch } from '../../app/hooks.js';
import { listenLive } from '../../app/live-listeners.js';
import { refetchHolds, useGetHoldsQuery } from './holds.api.js';

/** Of many changes at once one question is made, milliseconds. */
const REFETCH_DELAY_MS = 500;

/** The holds there are now; asked again when the shop tells that stones were held or freed. */
export const useHolds = () => {
  const dispatch = useAppDispatch();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listenLive(({ name }) => {
      if (name === 'catalog') return;
      timer ??= setTimeout(() => {
        timer = undefined;
        dispatch(refetchHolds());
      }, REFETCH_DELAY_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [dispatch]);
  return useGetHoldsQuery(undefined, { refetchOnMountOrArgChange: true });
};
