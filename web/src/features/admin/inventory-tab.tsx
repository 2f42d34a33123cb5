import type { Availability, Geode } from '@geodes/contracts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../app/api-error.js';
import { useAppDispatch } from '../../app/hooks.js';
import { formatDollars } from '../../app/money.js';
import { notified } from '../../app/notices.slice.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { IconButton } from '../../ui/icon-button.js';
import { Picture } from '../../ui/picture.js';
import { Question } from '../../ui/question.js';
import { SearchField } from '../../ui/search-field.js';
import { Switch } from '../../ui/switch.js';
import { useMedia } from '../../ui/use-media.js';
import { availabilityOf } from '../geodes/availability.js';
import { TierBadge } from '../geodes/geode-badges.js';
import { categoryNames } from '../geodes/geode-facts.js';
import { useDeleteGeodeMutation, useGetInventoryQuery, useSetFeaturedMutation } from './admin.api.js';
import panel from './panel.module.css';
import styles from './records.module.css';

const matches = (geode: Geode, search: string): boolean => {
  const text = [geode.title, geode.location, geode.crystalType, geode.description].join(' ').toLowerCase();
  return search
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

export const InventoryTab = () => {
  const { data: geodes, error, refetch } = useGetInventoryQuery();
  const [search, setSearch] = useState('');
  const isWide = useMedia('(min-width: 1024px)');
  const shown = geodes?.filter((geode) => matches(geode, search));
  const available = geodes?.filter((geode) => availabilityOf(geode) === 'available').length;
  const featured = geodes?.filter(({ isFeatured }) => isFeatured).length;
  return (
    <>
      <div className={panel.head}>
        <h1>Inventory</h1>
        <div className={panel.tools}>
          <span>
            <SearchField
              label="Search inventory"
              placeholder="Search inventory"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </span>
        </div>
      </div>
      {geodes && (
        <p className={`small dim num ${panel.summary}`} role="status">
          {geodes.length} geodes, {available} available, {featured} featured
        </p>
      )}
      {error && (
        <EmptyState
          look="failed"
          title="Unable to Load Geodes"
          action={<Button onClick={() => void refetch()}>Try Again</Button>}
        >
          {messageOf(error, 'Something went wrong while loading the inventory.')}
        </EmptyState>
      )}
      {shown && (isWide ? <InventoryTable geodes={shown} /> : <InventoryCards geodes={shown} />)}
    </>
  );
};

const InventoryTable = ({ geodes }: { geodes: Geode[] }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th>
          <span className="sr">Picture</span>
        </th>
        <th>Title</th>
        <th>Location</th>
        <th>Crystal type</th>
        <th>Tier</th>
        <th>Category</th>
        <th className={styles.right}>Price</th>
        <th className={styles.right}>Quantity</th>
        <th>Status</th>
        <th>Featured</th>
        <th>
          <span className="sr">Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {geodes.map((geode) => (
        <tr key={geode.id}>
          <td>
            <Picture src={geode.imageUrl} alt="" sizes="42px" widest={160} />
          </td>
          <td>
            <span className={styles.title}>{geode.title}</span>
            <br />
            <span className="dim">{geode.size}</span>
          </td>
          <td>{geode.location}</td>
          <td>{geode.crystalType}</td>
          <td>
            <TierBadge tier={geode.tier} />
          </td>
          <td>{categoryNames[geode.category]}</td>
          <td className={`num ink ${styles.right}`}>{formatDollars(geode.price)}</td>
          <td className={`num ${styles.right}`}>{geode.quantity}</td>
          <td>
            <StockBadge availability={availabilityOf(geode)} />
          </td>
          <td>
            <FeaturedSwitch geode={geode} />
          </td>
          <td className={styles.right}>
            <DeleteGeode geode={geode} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const InventoryCards = ({ geodes }: { geodes: Geode[] }) => (
  <ul className={styles.cards}>
    {geodes.map((geode) => (
      <li key={geode.id} className={styles.card}>
        <Picture src={geode.imageUrl} alt="" sizes="72px" widest={160} />
        <div className={styles.facts}>
          <div>
            <span className={styles.title}>{geode.title}</span>
            <span className="num strong">{formatDollars(geode.price)}</span>
          </div>
          <span className="small dim">
            {geode.location}, {geode.size}
          </span>
          <StockBadge availability={availabilityOf(geode)} />
        </div>
        <div className={styles.operations}>
          <span className="row small">
            <FeaturedSwitch geode={geode} /> Featured
          </span>
          <DeleteGeode geode={geode} />
        </div>
      </li>
    ))}
  </ul>
);

const StockBadge = ({ availability }: { availability: Availability }) => {
  if (availability === 'available') return <Badge tone="green">Available</Badge>;
  return <Badge tone="gone">{availability === 'held' ? 'In another checkout' : 'Currently Unavailable'}</Badge>;
};

const FeaturedSwitch = ({ geode }: { geode: Geode }) => {
  const dispatch = useAppDispatch();
  const [setFeatured, { isLoading }] = useSetFeaturedMutation();
  const change = async (isFeatured: boolean) => {
    const { error } = await setFeatured({ id: geode.id, isFeatured });
    dispatch(
      notified(
        error
          ? { title: 'Failed to update featured status', text: 'Please try again.', tone: 'bad' }
          : { title: isFeatured ? 'Featured' : 'No longer featured', text: geode.title },
      ),
    );
  };
  return (
    <Switch
      label={`Featured: ${geode.title}`}
      isOn={geode.isFeatured}
      disabled={isLoading}
      onChange={(isOn) => void change(isOn)}
    />
  );
};

const DeleteGeode = ({ geode }: { geode: Geode }) => {
  const dispatch = useAppDispatch();
  const [isAsked, setIsAsked] = useState(false);
  const [deleteGeode, { isLoading }] = useDeleteGeodeMutation();
  const answer = async (yes: boolean) => {
    if (!yes) return setIsAsked(false);
    const { error } = await deleteGeode(geode.id);
    setIsAsked(false);
    dispatch(
      notified(
        error
          ? {
              title: 'Cannot Delete Geode',
              text: messageOf(error, 'Failed to delete geode. Please try again.'),
              tone: 'bad',
            }
          : { title: 'Geode deleted', text: geode.title },
      ),
    );
  };
  return (
    <>
      <IconButton label={`Delete ${geode.title}`} onClick={() => setIsAsked(true)}>
        <Trash2 className="icon" aria-hidden />
      </IconButton>
      <Question
        open={isAsked}
        title="Delete geode"
        text="Are you sure you want to delete this geode?"
        action="Delete"
        busy={isLoading}
        onAnswer={(yes) => void answer(yes)}
      />
    </>
  );
};
