import type { ShowcaseItem } from '@geodes/contracts';
import { counted } from '../../../app/counted.js';
import { Badge } from '../../../ui/badge.js';
import { Picture } from '../../../ui/picture.js';
import { TierBadge } from '../../geodes/geode-badges.js';
import { day } from '../dates.js';
import { EditButtons } from '../actions.js';
import styles from '../records.module.css';
import own from './showcase-tab.module.css';

const picturesText = (count: number): string => (count === 0 ? 'No pictures' : counted(count, 'picture'));

interface ItemsProps {
  items: readonly ShowcaseItem[];
  onEdit: (item: ShowcaseItem) => void;
  onDelete: (item: ShowcaseItem) => void;
}

export const ShowcaseTable = ({ items, ...actions }: ItemsProps) => (
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
          <td className={own.words}>
            <span className={styles.title}>{item.title}</span>
            <span className={`dim ${own.line}`}>{item.description}</span>
          </td>
          <td>
            <TierBadge tier={item.tier} />
          </td>
          <td className={`num ${own.whole}`}>{picturesText(item.images.length)}</td>
          <td className={own.whole}>{item.videoUrl && <Badge tone="sunk">With film</Badge>}</td>
          <td className={`num ${own.whole}`}>{day(item.createdAt)}</td>
          <td>
            <div className={styles.cell}>
              <EditButtons item={item} {...actions} />
            </div>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The showcase on phones. */
export const ShowcaseCards = ({ items, ...actions }: ItemsProps) => (
  <ul className={styles.cards} aria-label="Showcase items">
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
            {picturesText(item.images.length)}, added {day(item.createdAt)}
          </span>
        </div>
        <div className={styles.operations}>
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
  return first ? <Picture src={first} alt="" sizes={sizes} widest={160} /> : <div className={own.blank} />;
};
