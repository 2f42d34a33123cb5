import type { Geode } from '@geodes/contracts';
import { Suspense, useEffect, useState } from 'react';
import { isApiError } from '../../app/api-error.js';
import { geodeDetail as GeodeDetail } from '../geodes/geode-detail.lazy.js';
import { useGetGeodeQuery } from '../geodes/geodes.api.js';

interface OpenGeodeProps {
  /** The geode in the address, if there is one. */
  id: string | null;
  /** The geodes of the page under the dialog. */
  list: Geode[] | undefined;
  onClose: () => void;
  onStepTo: (id: string) => void;
  /** The shop knows no such geode. */
  onUnknown: (id: string) => void;
}

/** The detail dialog of the geode that the address names. */
export const OpenGeode = ({ id, list, onClose, onStepTo, onUnknown }: OpenGeodeProps) => {
  const { currentData, error } = useGetGeodeQuery(id ?? '', { skip: id === null });
  const index = list?.findIndex((geode) => geode.id === id) ?? -1;
  const geode = id === null ? undefined : (currentData ?? list?.[index]);
  // While the dialog leaves, it still shows what it showed.
  const [last, setLast] = useState(geode);
  if (geode && geode !== last) setLast(geode);

  useEffect(() => {
    if (id !== null) GeodeDetail.preload();
  }, [id]);
  useEffect(() => {
    if (id === null || !isApiError(error)) return;
    console.error('The geode could not be fetched', error.error);
    if (error.status === 404 || error.status === 400) onUnknown(id);
  }, [id, error, onUnknown]);

  const shown = geode ?? last;
  if (!shown) return null;
  return (
    <Suspense>
      <GeodeDetail
        open={geode !== undefined}
        geode={shown}
        onClose={onClose}
        place={list && index >= 0 ? { index, length: list.length } : undefined}
        onStep={(step) => {
          const next = list?.[index + step];
          if (next) onStepTo(next.id);
        }}
      />
    </Suspense>
  );
};
