import type { Geode } from '@geodes/contracts';
import { useState, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { geodeDetail as GeodeDetail } from '../geode-views/geode-detail.lazy.js';
import { isApiError } from '../../app/api-error.js';
import { logFailure } from '../../app/log.js';
import { useGetGeodeQuery } from '../geodes/geodes.api.js';

/** Returns the geode that the URL names, from the newest data available, and whether the id is unknown. */
export const useOpenGeode = (id: string | null, list: readonly Geode[] | undefined) => {
  const { currentData, error } = useGetGeodeQuery(id ?? '', { skip: id === null });
  const failure = id !== null && isApiError(error) ? error : null;

  useEffect(() => {
    if (id !== null) void GeodeDetail.preload();
  }, [id]);
  useEffect(() => {
    if (failure) logFailure('The geode could not be fetched', failure.error);
  }, [failure]);

  const index = id === null ? -1 : (list?.findIndex((geode) => geode.id === id) ?? -1);
  const geode = id === null ? undefined : (currentData ?? list?.[index]);
  return {
    geode,
    /** Why the geode cannot be shown, if the browser is offline. */
    offlineError: !geode && failure?.isOffline ? failure : undefined,
    /** Index in the page's list (from 0) and length of the list. */
    place: list && index >= 0 ? { index, length: list.length } : undefined,
    isUnknown: failure?.status === 404 || failure?.status === 400,
  };
};

interface OpenGeodeProps {
  /** The geode to show, if one is open. */
  geode: Geode | undefined;
  place: { index: number; length: number } | undefined;
  onClose: () => void;
  onStep: (step: 1 | -1) => void;
}

/** The detail dialog. It keeps its content during the closing animation. */
export const OpenGeode = ({ geode, place, onClose, onStep }: OpenGeodeProps) => {
  const [last, setLast] = useState(geode);
  if (geode && geode !== last) setLast(geode);

  const shown = geode ?? last;
  if (!shown) return null;
  return (
    <>
      {import.meta.env.SSR && (
        <p className="wrap unscripted" style={{ paddingBlock: 24 }}>
          <Link to="/gallery">All geodes</Link>
        </p>
      )}
      <GeodeDetail open={geode !== undefined} geode={shown} place={place} onClose={onClose} onStep={onStep} />
    </>
  );
};
