import type { Geode } from '@geodes/contracts';
import { useState } from 'react';
import { formatDollars } from '../../app/money.js';
import { Button } from '../../ui/button.js';
import { Picture } from '../../ui/picture.js';
import { GeodeChooser } from './geode-chooser.js';
import styles from './geode-control.module.css';

interface GeodeControlProps {
  /** The chosen geode; null for the sample. */
  geode: Geode | null;
  /** Description of the sample. */
  sample: string;
  onChange: (geode: Geode | null) => void;
}

/** Chooses what a template shows: the sample or a geode of the catalogue. */
export const GeodeControl = ({ geode, sample, onChange }: GeodeControlProps) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-label="Stone">
      <h2 className={styles.title}>Stone</h2>
      <div className={styles.geode}>
        {geode && <Picture src={geode.imageUrl} alt={geode.title} sizes="72px" widest={160} load="now" />}
        <div>
          <p className={styles.name}>{geode ? geode.title : 'Sample'}</p>
          <p className="small dim num">{geode ? formatDollars(geode.price) : sample}</p>
        </div>
      </div>
      <div className={styles.act}>
        <Button look="secondary" size="small" onClick={() => setIsOpen(true)}>
          {geode ? 'Choose another' : 'Choose a geode'}
        </Button>
        {geode && (
          <Button look="quiet" size="small" onClick={() => onChange(null)}>
            Back to the sample
          </Button>
        )}
      </div>
      <GeodeChooser
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onChoose={(chosen) => {
          onChange(chosen);
          setIsOpen(false);
        }}
      />
    </section>
  );
};
