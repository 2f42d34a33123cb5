import type { ShowcaseItem } from '@geodes/contracts';
import { Pencil, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '../../app/api-error.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { IconButton } from '../../ui/icon-button.js';
import { Picture } from '../../ui/picture.js';
import { useFocusFallback } from '../../ui/use-focus-fallback.js';
import { useMedia } from '../../ui/use-media.js';
import { TierBadge } from '../geodes/geode-badges.js';
import { useGetShowcaseQuery } from '../showcase/showcase.api.js';
import panel from './panel.module.css';
import styles from './records.module.css';
import { DeleteShowcaseItem } from './showcase-delete.js';
import { ShowcaseSheet } from './showcase-sheet.js';
import own from './showcase-tab.module.css';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

const picturesWords = (count: number): string => {
  if (count === 0) return 'No pictures';
  return count === 1 ? '1 picture' : `${count} pictures`;
};

/** The owner's own collection, newest first, as the showcase page shows it. */
export const ShowcaseTab = () => {
  const { data: items, error, isLoading, refetch } = useGetShowcaseQuery();
  const [isOpen, setOpen] = useState(false);
  /** Counts how often the form was opened: each time it begins anew. */
  const [opened, setOpened] = useState<{ turn: number; item?: ShowcaseItem }>({ turn: 0 });
  const isWide = useMedia('(min-width: 1024px)');
  const ground = useRef<HTMLDivElement>(null);
  useFocusFallback(ground, items?.length);

  const edit = (item?: ShowcaseItem) => {
    setOpened(({ turn }) => ({ turn: turn + 1, item }));
    setOpen(true);
  };
  const films = items?.filter(({ videoUrl }) => videoUrl).length ?? 0;
  const Items = isWide ? ItemTable : ItemCards;
  return (
    <>
      <div className={panel.head}>
        <h1>Showcase</h1>
        <div className={panel.tools}>
          <Button onClick={() => edit()}>
            <Plus className="icon-s" aria-hidden />
            Add Showcase Item
          </Button>
        </div>
      </div>
      <div ref={ground} tabIndex={-1} className={own.ground}>
        <p className={`small dim num ${panel.summary}`} role="status">
          {isLoading && 'Loading the showcase …'}
          {items &&
            items.length > 0 &&
            `${items.length === 1 ? '1 item' : `${items.length} items`}, ${films} with film`}
        </p>
        {error && (
          <EmptyState
            look="failed"
            title="Unable to Load the Showcase"
            action={<Button onClick={() => void refetch()}>Try Again</Button>}
          >
            {messageOf(error, 'Something went wrong while loading the showcase.')}
          </EmptyState>
        )}
        {items?.length === 0 && (
          <EmptyState title="Nothing here yet">
            Pieces of your own collection that you add here are shown on the showcase page. None of them can be bought.
          </EmptyState>
        )}
        {items && items.length > 0 && <Items items={items} onEdit={edit} />}
      </div>
      <ShowcaseSheet key={opened.turn} open={isOpen} item={opened.item} onClose={() => setOpen(false)} />
    </>
  );
};

interface ItemsProps {
  items: ShowcaseItem[];
  onEdit: (item: ShowcaseItem) => void;
}

const ItemTable = ({ items, onEdit }: ItemsProps) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th>
          <span className="sr">Picture</span>
        </th>
        <th>Title</th>
        <th>Tier</th>
        <th>Pictures</th>
        <th>Film</th>
        <th>Added</th>
        <th>
          <span className="sr">Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {items.map((item) => (
        <tr key={item.id}>
          <td className={own.picture}>
            <Thumb item={item} sizes="42px" />
          </td>
          <td>
            <span className={styles.title}>{item.title}</span>
            <span className={`dim ${own.line}`}>{item.description}</span>
          </td>
          <td>
            <TierBadge tier={item.tier} />
          </td>
          <td className="num">{picturesWords(item.images.length)}</td>
          <td>{item.videoUrl && <Badge tone="sunk">With film</Badge>}</td>
          <td className={`num ${own.day}`}>{day.format(new Date(item.createdAt))}</td>
          <td>
            <div className={styles.cell}>
              <Actions item={item} onEdit={onEdit} />
            </div>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const ItemCards = ({ items, onEdit }: ItemsProps) => (
  <ul className={styles.cards}>
    {items.map((item) => (
      <li key={item.id} className={styles.card}>
        <Thumb item={item} sizes="72px" />
        <div className={styles.facts}>
          <div>
            <span className={styles.title}>{item.title}</span>
            <TierBadge tier={item.tier} />
          </div>
          <span className={`small dim ${own.line}`}>{item.description}</span>
          <span className="small dim num">
            {picturesWords(item.images.length)}, added {day.format(new Date(item.createdAt))}
          </span>
        </div>
        <div className={styles.operations}>
          <span className="row">{item.videoUrl && <Badge tone="sunk">With film</Badge>}</span>
          <span className="row">
            <Actions item={item} onEdit={onEdit} />
          </span>
        </div>
      </li>
    ))}
  </ul>
);

const Thumb = ({ item, sizes }: { item: ShowcaseItem; sizes: string }) => {
  const [first] = item.images;
  return first ? <Picture src={first} alt="" sizes={sizes} widest={160} /> : <div className={own.blank} />;
};

const Actions = ({ item, onEdit }: { item: ShowcaseItem; onEdit: (item: ShowcaseItem) => void }) => (
  <>
    <IconButton label={`Edit ${item.title}`} onClick={() => onEdit(item)}>
      <Pencil className="icon" aria-hidden />
    </IconButton>
    <DeleteShowcaseItem item={item} />
  </>
);
