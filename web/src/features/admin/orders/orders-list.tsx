import type { RefundableOrder } from '@geodes/contracts';
import { formatDollars } from '../../../app/money.js';
import { Button } from '../../../ui/button.js';
import { TextButton } from '../../../ui/text-link.js';
import { Picture } from '../../../ui/picture.js';
import { useMedia } from '../../../ui/use-media.js';
import { orderNumberOf } from '../../orders/order-status.js';
import { day } from '../dates.js';
import { OrderActions } from './order-actions.js';
import { OrderBadge, RefundBadge } from './order-badges.js';
import type { PanelView } from './order-views.js';
import styles from './orders.module.css';
import records from '../records.module.css';

interface OrdersProps {
  orders: RefundableOrder[];
  view: PanelView;
  /** The order whose detail is open. */
  openId?: string;
  onOpen: (order: RefundableOrder) => void;
}

/** Lists orders: a table on wide screens, cards on phones. */
export const OrdersList = (props: OrdersProps) => {
  const isWide = useMedia('(min-width: 1024px)');
  return isWide ? <OrderTable {...props} /> : <OrderCards {...props} />;
};

/** Number of items whose pictures are shown. */
const SHOWN = 3;

const itemsText = ({ items }: RefundableOrder): string =>
  items.length === 1 ? (items[0]?.geode.title ?? '') : `${items.length} geodes`;

const OrderTable = ({ orders, view, openId, onOpen }: OrdersProps) => (
  <table className={`${records.table} ${styles.table}`}>
    <thead>
      <tr>
        <th>Order</th>
        <th>Customer</th>
        <th>Items</th>
        <th>Placed</th>
        <th className={records.right}>Total</th>
        <th>Status</th>
        <th>
          <span className="sr">Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {orders.map((order) => (
        <tr key={order.id} data-open={order.id === openId || undefined}>
          <td className={`num ${records.title} ${records.number}`}>{orderNumberOf(order.id)}</td>
          <td className={styles.customer}>
            <span className="ink">{order.customerName}</span>
            <br />
            <span className="dim">{order.customerEmail}</span>
          </td>
          <td>
            <div className={records.items}>
              {order.items.slice(0, SHOWN).map(({ id, geode }) => (
                <Picture key={id} src={geode.imageUrl} alt="" sizes="42px" widest={160} />
              ))}
              <span>{itemsText(order)}</span>
            </div>
          </td>
          <td className={`num ${styles.day}`}>
            <time dateTime={order.createdAt}>{day.format(new Date(order.createdAt))}</time>
          </td>
          <td className={`num ink ${records.right}`}>{formatDollars(order.total)}</td>
          <td>
            <div className={styles.badges}>
              <OrderBadge status={order.status} />
              <RefundBadge order={order} />
            </div>
          </td>
          <td>
            <div className={records.cell}>
              <OrderActions className={styles.inRow} order={order} view={view} />
              <ViewButton order={order} onOpen={onOpen} />
            </div>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const OrderCards = ({ orders, view, onOpen }: OrdersProps) => (
  <ul className={records.cards}>
    {orders.map((order) => (
      <li key={order.id} className={records.card}>
        <Picture src={order.items[0]?.geode.imageUrl ?? ''} alt="" sizes="72px" widest={160} />
        <div className={records.facts}>
          <div>
            <TextButton
              className={`num ${records.number} ${styles.number}`}
              aria-label={`Order ${orderNumberOf(order.id)}`}
              onClick={() => onOpen(order)}
            >
              {orderNumberOf(order.id)}
            </TextButton>
            <span className="num strong">{formatDollars(order.total)}</span>
          </div>
          <span className={`small dim ${styles.customer}`}>
            {order.customerName}
            <br />
            {itemsText(order)}
            <br />
            <span className="num">{day.format(new Date(order.createdAt))}</span>
          </span>
          <div className={styles.badges}>
            <OrderBadge status={order.status} />
            <RefundBadge order={order} />
          </div>
        </div>
        <div className={records.operations}>
          <OrderActions order={order} view={view} />
          <ViewButton order={order} onOpen={onOpen} />
        </div>
      </li>
    ))}
  </ul>
);

const ViewButton = ({ order, onOpen }: { order: RefundableOrder; onOpen: OrdersProps['onOpen'] }) => (
  <Button
    look="quiet"
    size="small"
    className={styles.view}
    aria-label={`View order ${orderNumberOf(order.id)}`}
    onClick={() => onOpen(order)}
  >
    View
  </Button>
);
