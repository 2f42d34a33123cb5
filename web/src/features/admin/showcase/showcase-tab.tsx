import type { ShowcaseItem } from '@geodes/contracts';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { counted } from '../../../app/counted.js';
import { LoadFailure } from '../../../app/load-failure.js';
import { Button } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { useFocusFallback } from '../../../ui/use-focus-fallback.js';
import { useMedia } from '../../../ui/use-media.js';
import { Badge } from '../../../ui/badge.js';
import { Picture } from '../../../ui/picture.js';
import { useGetShowcaseQuery } from '../../showcase/showcase.api.js';
import { TierBadge } from '../../geodes/geode-badges.js';
import panel from '../panel.module.css';
import records from '../records.module.css';
import { ConfirmedAction, EditButtons } from '../actions.js';
import { FormSheet, useSheet } from '../form/form-sheet.js';
import { day } from '../dates.js';
import { useDeleteShowcaseItemMutation } from './showcase-admin.api.js';
import { ShowcaseFormFields } from './showcase-form-fields.js';
import styles from './showcase-tab.module.css';

const countText = (items: readonly ShowcaseItem[]): string => {
  const videos = items.filter(({ videoUrl }) => videoUrl).length;
  return `${counted(items.length, 'item')}, ${videos} with film`;
};

/** The owner's own collection, newest first. */
export const ShowcaseTab = () => {
  // Refetched each time the tab is opened, because another device may have changed it.
  const {
    data: items,
    error,
    isLoading,
    isFetching,
    refetch,
  } = useGetShowcaseQuery(undefined, { refetchOnMountOrArgChange: true });
  const sheet = useSheet<ShowcaseItem>();
  const [deleting, setDeleting] = useState<ShowcaseItem | null>(null);
  const [deleteItem] = useDeleteShowcaseItemMutation();
  const isWide = useMedia('(min-width: 1024px)');
  const container = useRef<HTMLDivElement>(null);
  useFocusFallback(container, items?.length);

  const List = isWide ? ShowcaseTable : ShowcaseCards;
  return (
    <div ref={container} tabIndex={-1}>
      <div className={panel.head}>
        <h1>Showcase</h1>
        <div className={panel.tools}>
          <Button className={styles.add} onClick={() => sheet.open()}>
            <Plus className="icon-s" aria-hidden />
            Add Showcase Item
          </Button>
        </div>
      </div>
      <p className={`small dim num ${panel.summary}`} role="status">
        {isLoading && 'Loading the showcase …'}
        {items && items.length > 0 && countText(items)}
      </p>
      {error && !items && (
        <LoadFailure
          error={error}
          title="Unable to Load the Showcase"
          text="Something went wrong while loading the showcase."
          retry={refetch}
          busy={isFetching}
        />
      )}
      {items?.length === 0 && (
        <EmptyState title="Nothing here yet">
          Pieces of your own collection that you add here are shown on the showcase page. None of them can be bought.
        </EmptyState>
      )}
      {items && items.length > 0 && <List items={items} onEdit={sheet.open} onDelete={setDeleting} />}
      <ConfirmedAction
        subject={deleting}
        title="Delete showcase item"
        text="Are you sure you want to delete this showcase item?"
        action="Delete"
        run={({ id }) => deleteItem(id)}
        done={({ title }) => ({ title: 'Showcase item deleted', text: title })}
        failed={{ title: 'Failed to delete showcase item' }}
        onClose={() => setDeleting(null)}
      />
      <FormSheet
        key={sheet.key}
        open={sheet.isOpen}
        title={sheet.item ? 'Edit showcase item' : 'Add Showcase Item'}
        onClose={sheet.close}
      >
        {(form) => <ShowcaseFormFields item={sheet.item} {...form} />}
      </FormSheet>
    </div>
  );
};

const picturesText = (count: number): string => (count === 0 ? 'No pictures' : counted(count, 'picture'));

interface ItemsProps {
  items: readonly ShowcaseItem[];
  onEdit: (item: ShowcaseItem) => void;
  onDelete: (item: ShowcaseItem) => void;
}

const ShowcaseTable = ({ items, ...actions }: ItemsProps) => (
  <table className={records.table}>
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
          <td className={styles.picture}>
            <Thumb item={item} sizes="42px" />
          </td>
          <td className={styles.words}>
            <span className={records.title}>{item.title}</span>
            <span className={`dim ${styles.line}`}>{item.description}</span>
          </td>
          <td>
            <TierBadge tier={item.tier} />
          </td>
          <td className={`num ${styles.whole}`}>{picturesText(item.images.length)}</td>
          <td className={styles.whole}>{item.videoUrl && <Badge tone="sunk">With film</Badge>}</td>
          <td className={`num ${styles.whole}`}>{day(item.createdAt)}</td>
          <td>
            <div className={records.cell}>
              <EditButtons item={item} {...actions} />
            </div>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The showcase on phones. */
const ShowcaseCards = ({ items, ...actions }: ItemsProps) => (
  <ul className={records.cards} aria-label="Showcase items">
    {items.map((item) => (
      <li key={item.id} className={records.card}>
        <Thumb item={item} sizes="72px" />
        <div className={records.facts}>
          <div>
            <span className={records.title}>{item.title}</span>
            <TierBadge tier={item.tier} />
          </div>
          <span className={`small dim ${styles.line}`}>{item.description}</span>
          <span className="small dim num">
            {picturesText(item.images.length)}, added {day(item.createdAt)}
          </span>
        </div>
        <div className={records.operations}>
          <span className="row">{item.videoUrl && <Badge tone="sunk">With film</Badge>}</span>
          <span className="row">
            <EditButtons item={item} {...actions} />
          </span>
        </div>
      </li>
    ))}
  </ul>
);

const Thumb = ({ item, sizes }: { item: ShowcaseItem; sizes: string }) => {
  const [first] = item.images;
  return first ? <Picture src={first} alt="" sizes={sizes} widest={160} /> : <div className={styles.blank} />;
};
