import type { AuditEntry, ChangedField, HistoryPage } from '@geodes/contracts';
import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { messageOf } from '../../../app/api-error.js';
import { api } from '../../../app/api.js';
import { Button } from '../../../ui/button.js';
import { useFocusFallback } from '../../../ui/use-focus-fallback.js';
import { actionText, changeText, fieldName, isOccurrence } from './history-text.js';
import styles from './history.module.css';
import { backgroundHeaders } from '../session/session.api.js';
import { dateTime } from '../dates.js';

/** What has a history, by its path segment of the API, with its tag. */
const tags = { geodes: 'Geode', orders: 'AdminOrder', showcase: 'Showcase', 'shop-details': 'ShopDetails' } as const;

interface HistorySubject {
  of: keyof typeof tags;
  /** Missing for what exists once. */
  id?: string;
}

const LIMIT = 20;

const { useGetHistoryQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getHistory: build.query<HistoryPage, HistorySubject & { page: number }>({
      query: ({ of, id, page }) => ({
        url: `/admin/${of}${id ? `/${encodeURIComponent(id)}` : ''}/history?page=${page}&limit=${LIMIT}`,
        headers: backgroundHeaders(),
      }),
      // Every change of an item may have added an entry.
      providesTags: (_page, _error, { of, id }) => [
        { type: tags[of], id: 'LIST' },
        { type: tags[of], id },
      ],
    }),
  }),
});

/** Who changed what and when. Loads only when opened. */
export const History = ({ of, id }: HistorySubject) => {
  const [isOpen, setIsOpen] = useState(false);
  const list = useId();
  return (
    <section className={styles.history}>
      <Button
        look="quiet"
        size="small"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronDown className={`icon-s ${styles.arrow}`} aria-hidden />
        History
      </Button>
      <div id={list}>{isOpen && <HistoryList key={id} of={of} id={id} />}</div>
    </section>
  );
};

const HistoryList = ({ of, id }: HistorySubject) => {
  const [pages, setPages] = useState(1);
  const container = useRef<HTMLDivElement>(null);
  const first = useGetHistoryQuery({ of, id, page: 1 }, { refetchOnMountOrArgChange: true });
  const hasMore = (first.data?.totalPages ?? 0) > pages;
  useFocusFallback(container, hasMore);
  return (
    <div ref={container} className={styles.list} tabIndex={-1} aria-label="History" role="group">
      <p className="small dim" role="status">
        {statusText(first)}
      </p>
      <ol>
        {first.data &&
          Array.from({ length: pages }, (_, index) => <HistoryEntries key={index} of={of} id={id} page={index + 1} />)}
      </ol>
      {hasMore && (
        <Button look="quiet" size="small" onClick={() => setPages(pages + 1)}>
          Show older
        </Button>
      )}
    </div>
  );
};

const statusText = ({ data, error }: { data?: { total: number }; error?: unknown }): string => {
  if (error) return messageOf(error, 'The history cannot be shown at the moment.');
  if (!data) return 'Looking it up …';
  return data.total === 0 ? 'Nothing was changed here since the history is kept.' : '';
};

const HistoryEntries = ({ of, id, page }: HistorySubject & { page: number }) => {
  const { data, error } = useGetHistoryQuery({ of, id, page });
  if (error && page > 1)
    return <li className="small">{messageOf(error, 'Older changes cannot be shown at the moment.')}</li>;
  return data?.changes.map((change) => <Entry key={change.id} change={change} />);
};

const Entry = ({ change }: { change: AuditEntry }) => (
  <li className={styles.entry}>
    <p className={styles.what}>
      <span className="strong">{actionText(change)}</span>
      <time className="small dim num" dateTime={change.at}>
        {dateTime(change.at)}
      </time>
    </p>
    {change.fields.length > 0 && (
      <dl className="small">
        {change.fields.map((field) => (
          <Field key={field.field} field={field} isEdit={change.action === 'edited'} />
        ))}
      </dl>
    )}
    <p className="mini dim">{change.session ?? 'Not from the panel'}</p>
  </li>
);

/** A new item has no value before, a deleted one no value after. */
const Field = ({ field, isEdit }: { field: ChangedField; isEdit: boolean }) => {
  const { before, after } = changeText(field);
  const isNew = field.before === null && (!isEdit || isOccurrence(field.field));
  const isGone = field.after === null && !isEdit;
  return (
    <div>
      <dt>{fieldName(field.field)}</dt>
      <dd>
        {!isNew && (isGone ? before : <del>{before}</del>)}
        {!isNew && !isGone && <span aria-hidden> → </span>}
        {!isGone && <ins>{after}</ins>}
      </dd>
    </div>
  );
};
