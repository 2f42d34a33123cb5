import type { DeclinedCards } from '@geodes/contracts';
import { TriangleAlert } from 'lucide-react';
import { api } from '../../../app/api.js';
import styles from './declined-cards-alert.module.css';

/** This read does not renew the session. */
const POLL_MS = 60_000;

const { useGetDeclinedCardsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getDeclinedCards: build.query<DeclinedCards, void>({ query: () => ({ url: '/admin/declined-cards' }) }),
  }),
});

/** Says in every tab that somebody tries stolen cards, and what the shop does about it. */
export const DeclinedCardsAlert = () => {
  const { data } = useGetDeclinedCardsQuery(undefined, { pollingInterval: POLL_MS, refetchOnMountOrArgChange: true });
  const text = data && alertText(data);
  return (
    <div role="status">
      {text && (
        <p className={styles.alert}>
          <TriangleAlert className="icon-s" aria-hidden />
          {text}
        </p>
      )}
    </div>
  );
};

const alertText = ({ isEveryoneChallenged, declined, paid, lockedOut }: DeclinedCards): string | undefined => {
  if (isEveryoneChallenged)
    return `Somebody seems to try stolen cards: ${declined} cards were declined in the last ten minutes, ${paid} paid. Until this ends, each buyer’s browser has to pass a check that the buyer does not notice. You need not do anything.`;
  if (lockedOut > 0)
    return 'Somebody seems to try stolen cards. In the last hour the shop stopped taking orders from a buyer for 15 minutes, after eight declined cards. You need not do anything.';
  return undefined;
};
