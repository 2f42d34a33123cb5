import type { Geode } from '@geodes/contracts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Suspense } from '../../ui/suspense.js';
import { geodeDetail as GeodeDetail } from '../geodes/geode-detail.lazy.js';

interface OpenGeodeProps {
  /** The geode to show, if one is open. */
  geode: Geode | undefined;
  place: { index: number; length: number } | undefined;
  onClose: () => void;
  onStep: (step: 1 | -1) => void;
}

/** The detail dialog. While it leaves, it still shows what it showed. */
export const OpenGeode = ({ geode, place, onClose, onStep }: OpenGeodeProps) => {
  const [last, setLast] = useState(geode);
  if (geode && geode !== last) setLast(geode);

  const shown = geode ?? last;
  if (!shown) return null;
  return (
    <Suspense>
      {import.meta.env.SSR && (
        <p className="wrap unscripted" style={{ paddingBlock: 24 }}>
          <Link to="/gallery">All geodes</Link>
        </p>
      )}
      <GeodeDetail open={geode !== undefined} geode={shown} place={place} onClose={onClose} onStep={onStep} />
    </Suspense>
  );
};
