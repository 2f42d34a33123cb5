import { Suspense, useEffect } from 'react';
import { pages } from '../../app/metadata.js';
import { useMetadata } from '../../app/use-metadata.js';
import { LoadFailure } from '../../app/load-failure.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Offline } from '../../ui/offline.js';
import { preloadable } from '../../ui/preloadable.js';
import { useGetFeaturedQuery } from '../geodes/geodes.api.js';
import { FeaturedPending, HomeFrame } from './home-frame.js';
import { Hero } from './hero.js';

const Featured = preloadable(async () => (await import('./featured.js')).Featured, {
  Waiting: () => <Offline level="h3" />,
});

export const HomePage = () => {
  useMetadata(pages.home);
  const { data: geodes, isLoading, error, refetch } = useGetFeaturedQuery();
  useEffect(() => void Featured.preload(), []);
  // The last of the list: the carousel below begins with the first.
  const hero = <Hero geode={isLoading ? undefined : (geodes?.at(-1) ?? null)} />;
  return (
    <HomeFrame hero={hero}>
      {isLoading && !error && <FeaturedPending />}
      {geodes && geodes.length > 0 && (
        <Suspense fallback={<FeaturedPending />}>
          <Featured geodes={geodes} />
        </Suspense>
      )}
      {geodes?.length === 0 && (
        <EmptyState title="No Featured Geodes" level="h3">
          Featured specimens will appear here once selected in the admin panel.
        </EmptyState>
      )}
      {error && !geodes && (
        <LoadFailure
          error={error}
          retry={refetch}
          title="Unable to Load Geodes"
          text="Something went wrong while loading the geode collection."
          level="h3"
          action={<Button onClick={() => void refetch()}>Try Again</Button>}
        />
      )}
    </HomeFrame>
  );
};
