import type { RefundableOrder } from '@geodes/contracts';
import { RefreshCw, ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { api } from '../../../app/api.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { LoadFailure } from '../../../app/load-failure.js';
import { Button, IconButton } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { useFocusFallback } from '../../../ui/use-focus-fallback.js';
import { pageWindow } from '../../../ui/page-window.js';
import pagination from '../../../ui/pagination.module.css';
import { ImportButton } from '../csv-import/csv-import.js';
import { ExportButton } from '../export-button.js';
import { LIST_TAGS, useGetOrdersQuery } from './orders.api.js';
import { OrdersList } from './orders-list.js';
import { OrderSelectionBar, useOrderSelection } from './order-selection-bar.js';
import { TrackingImportSheet } from './tracking-import/tracking-import-sheet.js';
import { emptyText, isArchiveListed, ordersPath, rangeText, type OrdersShown } from './order-views.js';
import styles from './orders.module.css';
import { useRefundWatch } from './refunds/refunds.api.js';

interface OrdersOfViewProps {
  shown: OrdersShown;
  /** The order whose detail was opened last. */
  opened?: RefundableOrder;
  openId?: string;
  onPage: (page: number) => void;
  onOpen: (order: RefundableOrder) => void;
  onChanged: (order: RefundableOrder) => void;
  /** Clears search and status. */
  onClear: () => void;
}

/** The orders of a view. Refetches when the view, page, search or status changes. */
export const OrdersOfView = ({ shown, opened, openId, onPage, onOpen, onChanged, onClear }: OrdersOfViewProps) => {
  const dispatch = useAppDispatch();
  const container = useRef<HTMLDivElement>(null);
  const { data, error, isFetching, refetch } = useGetOrdersQuery(ordersPath(shown), {
    refetchOnMountOrArgChange: true,
  });
  const { selection, isSelectingAll, toggle, update, selectAll } = useOrderSelection(shown, data, opened, isFetching);
  useFocusFallback(container, data);
  useFocusFallback(container, selection.size === 0);
  useRefundWatch(data?.orders.filter(({ id }) => id !== openId) ?? []);

  const lastPage = Math.max(1, data?.totalPages ?? shown.page);
  useEffect(() => {
    // The last page became empty.
    if (!isFetching && shown.page > lastPage) onPage(lastPage);
  }, [isFetching, shown.page, lastPage, onPage]);

  const goTo = (page: number) => {
    onPage(page);
    container.current?.focus({ preventScroll: true });
    container.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div ref={container} className={styles.container} tabIndex={-1} aria-busy={isFetching}>
      <div className={styles.summary}>
        <p className="small dim num" role="status">
          {data && !error ? rangeText(data) : ''}
        </p>
        <div>
          <ImportButton label="Import tracking numbers" ImportSheet={TrackingImportSheet} />
          <ExportButton of="orders" />
          <Button look="quiet" size="small" onClick={() => void dispatch(api.util.invalidateTags(LIST_TAGS))}>
            <RefreshCw className="icon-s" aria-hidden />
            Refresh
          </Button>
        </div>
      </div>
      {data?.orders.some(({ refundedTotal }) => refundedTotal === null) && (
        <p className={`small dim ${styles.note}`}>Refunds cannot be shown at the moment.</p>
      )}
      {error && (
        <LoadFailure
          error={error}
          title="Unable to Load Orders"
          text="Something went wrong while loading the orders."
          retry={refetch}
        />
      )}
      {!data && !error && <Skeleton />}
      {/* Stays when a reread fails: typed tracking numbers are in its dialog. */}
      {data && (selection.size > 0 || (data.orders.length > 0 && !error)) && (
        <OrderSelectionBar
          selected={[...selection.values()]}
          all={{ total: data.total, isBusy: isSelectingAll, onSelect: () => void selectAll() }}
          isArchive={isArchiveListed(shown)}
          onDeselect={(orders) => toggle(orders, false)}
        />
      )}
      {data && !error && (
        <div className={isFetching ? styles.fetching : undefined}>
          {data.orders.length > 0 ? (
            <OrdersList
              orders={data.orders}
              view={shown.view}
              openId={openId}
              selection={selection}
              onSelect={toggle}
              onChanged={(order) => {
                update(order);
                onChanged(order);
              }}
              onOpen={onOpen}
            />
          ) : (
            shown.page === 1 && <Empty shown={shown} onClear={onClear} />
          )}
          <OrdersPager page={shown.page} pages={data.totalPages} onPage={goTo} />
        </div>
      )}
    </div>
  );
};

const Empty = ({ shown, onClear }: { shown: OrdersShown; onClear: () => void }) => {
  const { title, text } = emptyText(shown);
  const isNarrowed = shown.search !== '' || shown.status !== 'all';
  return (
    <EmptyState
      title={title}
      action={
        isNarrowed && (
          <Button look="secondary" onClick={onClear}>
            Clear search and status
          </Button>
        )
      }
    >
      {text}
    </EmptyState>
  );
};

const ROWS = 6;

const Skeleton = () => (
  <ul className={`pulse ${styles.skeleton}`} aria-label="Loading orders">
    {Array.from({ length: ROWS }, (_, row) => (
      <li key={row}>
        <span />
        <span />
        <span />
      </li>
    ))}
  </ul>
);

interface OrdersPagerProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Pagination by buttons, because the URL does not hold the page. */
const OrdersPager = ({ page, pages, onPage }: OrdersPagerProps) => {
  if (pages < 2) return null;
  return (
    <nav className={`${pagination.pages} ${styles.pages}`} aria-label="Pages">
      <IconButton label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft className="icon" aria-hidden />
      </IconButton>
      {pageWindow(page, pages).map((number) => (
        <button
          key={number}
          type="button"
          className={`num ${pagination.page} ${styles.page}`}
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
        >
          {number}
        </button>
      ))}
      <IconButton label="Next page" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight className="icon" aria-hidden />
      </IconButton>
    </nav>
  );
};
