import type { Geode } from '@geodes/contracts';
import { useState } from 'react';
import { messageOf } from '../../app/api-error.js';
import { counted } from '../../app/counted.js';
import { formatDollars } from '../../app/money.js';
import { Button, CloseButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Picture } from '../../ui/picture.js';
import { SearchField, useSearchField } from '../../ui/search-field.js';
import { useGetGeodesQuery } from '../geodes/geodes.api.js';
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

const FIRST_PAGE_SIZE = 24;
/** The API allows 100. */
const MAX_PAGE_SIZE = 96;

interface GeodeChooserProps {
  open: boolean;
  onClose: () => void;
  onChoose: (geode: Geode) => void;
}

/** A dialog to choose one of the geodes on sale, with search. */
const GeodeChooser = ({ open, onClose, onChoose }: GeodeChooserProps) => (
  <Dialog open={open} onClose={onClose} label="Choose a geode" className={styles.chooser}>
    <div className={styles.head}>
      <h2>Choose a geode</h2>
      <CloseButton onClick={onClose} />
    </div>
    <GeodeResults onChoose={onChoose} />
  </Dialog>
);

const GeodeResults = ({ onChoose }: Pick<GeodeChooserProps, 'onChoose'>) => {
  const [search, setSearch] = useState('');
  const [typed, onSearch] = useSearchField(search, setSearch);
  const [limit, setLimit] = useState(FIRST_PAGE_SIZE);
  const { data, isFetching, error, refetch } = useGetGeodesQuery(
    new URLSearchParams({ ...(search && { search }), page: '1', limit: String(limit) }).toString(),
  );
  const geodes = data?.geodes ?? [];
  const total = data?.total ?? 0;
  return (
    <>
      <div className={styles.search}>
        <SearchField
          label="Search geodes"
          labelClass={styles.label}
          value={typed}
          onChange={(event) => {
            onSearch(event.target.value);
            setLimit(FIRST_PAGE_SIZE);
          }}
        />
        <p className="small dim num" role="status">
          {data && !isFetching && counted(total, 'geode')}
        </p>
      </div>
      <div className={styles.scroll}>
        {error ? (
          <div className={styles.none} role="alert">
            <p>{messageOf(error, 'The geodes could not be fetched.')}</p>
            <Button look="secondary" onClick={() => void refetch()}>
              Try Again
            </Button>
          </div>
        ) : (
          <>
            <ul className={styles.geodes} aria-busy={isFetching}>
              {geodes.map((geode) => (
                <li key={geode.id}>
                  <button type="button" className={styles.choice} onClick={() => onChoose(geode)}>
                    <Picture
                      src={geode.imageUrl}
                      alt=""
                      sizes="(min-width: 768px) 180px, 44vw"
                      widest={640}
                      load="now"
                    />
                    <span className={styles.choiceTitle}>{geode.title}</span>
                    <span className="small num">{formatDollars(geode.price)}</span>
                  </button>
                </li>
              ))}
            </ul>
            {data && geodes.length === 0 && <p className={styles.none}>No geode matches these words.</p>}
            {geodes.length < total && limit < MAX_PAGE_SIZE && (
              <div className={styles.more}>
                <Button look="secondary" busy={isFetching} onClick={() => setLimit(MAX_PAGE_SIZE)}>
                  Show more
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </>
  );
};
