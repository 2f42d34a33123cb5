import type { RefundableOrder } from '@geodes/contracts';
import { formatDollars } from '../../../app/money.js';
import { Button, TextButton } from '../../../ui/button.js';
import { Checkbox } from '../../../ui/checkbox.js';
import { Picture } from '../../../ui/picture.js';
import { useMedia } from '../../../ui/use-media.js';
import { orderNumberOf, isSent } from '../../orders/order-status.js';
import { day } from '../dates.js';
import { OrderActions, OrderBadge, RefundBadge } from './order-actions.js';
import type { PanelView } from './order-views.js';
import { TrackingLink } from './shipping/parcel-tools.js';
import styles from './orders.module.css';
import records from '../records.module.css';
import { SelectAll, SelectAllCards } from '../selection/selection-bar.js';
import type { Selection } from '../selection/selection.js';

interface OrdersProps {
  orders: RefundableOrder[];
  view: PanelView;
  /** The order whose detail is open. */
  openId?: string;
  selection: Selection<RefundableOrder>;
  onSelect: (orders: readonly RefundableOrder[], isOn: boolean) => void;
  onChanged: (order: RefundableOrder) => void;
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

const SELECT_PAGE = 'Select all on this page';

const SelectOrder = ({ order, selection, onSelect }: Omit<OrdersProps, 'orders'> & { order: RefundableOrder }) => (
  <Checkbox
    label={`Select order ${orderNumberOf(order.id)}`}
    isLabelHidden
    checked={selection.has(order.id)}
    onChange={(isOn) => onSelect([order], isOn)}
  />
);

const OrderTable = (props: OrdersProps) => (
  <table className={`${records.table} ${styles.table}`}>
    <thead>
      <tr>
        <th>
          <SelectAll
            label={SELECT_PAGE}
            isLabelHidden
            items={props.orders}
            selection={props.selection}
            onSelect={props.onSelect}
          />
        </th>
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
      {props.orders.map((order) => (
        <tr key={order.id} data-open={order.id === props.openId || undefined}>
          <td>
            <SelectOrder {...props} order={order} />
          </td>
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
            <time dateTime={order.createdAt}>{day(order.createdAt)}</time>
          </td>
          <td className={`num ink ${records.right}`}>{formatDollars(order.total)}</td>
          <td>
            <div className={records.badges}>
              <OrderBadge status={order.status} />
              <RefundBadge order={order} />
            </div>
            <Tracking order={order} />
          </td>
          <td>
            <div className={records.cell}>
              <OrderActions className={styles.inRow} order={order} view={props.view} onChanged={props.onChanged} />
              <ViewButton order={order} onOpen={props.onOpen} />
            </div>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const OrderCards = (props: OrdersProps) => (
  <>
    <SelectAllCards label={SELECT_PAGE} items={props.orders} selection={props.selection} onSelect={props.onSelect} />
    <ul className={records.cards}>
      {props.orders.map((order) => (
        <li key={order.id} className={records.card}>
          <Picture src={order.items[0]?.geode.imageUrl ?? ''} alt="" sizes="72px" widest={160} />
          <div className={records.facts}>
            <div>
              <TextButton
                className={`num ${records.number} ${styles.number}`}
                aria-label={`Order ${orderNumberOf(order.id)}`}
                onClick={() => props.onOpen(order)}
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
              <span className="num">{day(order.createdAt)}</span>
            </span>
            <div className={records.badges}>
              <OrderBadge status={order.status} />
              <RefundBadge order={order} />
            </div>
            <Tracking order={order} />
          </div>
          <div className={records.operations}>
            <SelectOrder {...props} order={order} />
            <OrderActions order={order} view={props.view} onChanged={props.onChanged} />
            <ViewButton order={order} onOpen={props.onOpen} />
          </div>
        </li>
      ))}
    </ul>
  </>
);

const Tracking = ({ order }: { order: RefundableOrder }) =>
  isSent(order.status) && (
    <span className={`mini ${styles.tracking}`}>
      <TrackingLink parcel={order} />
    </span>
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
