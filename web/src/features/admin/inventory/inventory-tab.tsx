import type { Geode } from '@geodes/contracts';
import { Plus } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { LoadFailure } from '../../../app/load-failure.js';
import { Button } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { SearchField } from '../../../ui/search-field.js';
import { Select } from '../../../ui/select.js';
import { useFocusFallback } from '../../../ui/use-focus-fallback.js';
import { useMedia } from '../../../ui/use-media.js';
import { ConfirmedAction } from '../actions.js';
import { ImportButton } from '../csv-import/csv-import.js';
import { ExportButton } from '../export-button.js';
import { FormSheet, useSheet } from '../form/form-sheet.js';
import { GeodeFormFields } from './geode-form-fields.js';
import { EndHold, type HoldOfGeode } from './inventory-cells.js';
import {
  countByState,
  inventoryFilters,
  filterInventory,
  inventorySorts,
  holdsByGeode,
  type InventoryView,
} from './inventory-list.js';
import { InventorySelectionBar, useInventorySelection } from './inventory-selection-bar.js';
import { InventoryCards, InventoryTable } from './inventory-lists.js';
import { useDeleteGeodeMutation, useGetInventoryQuery, useFollowInventory } from './inventory.api.js';
import { useHolds } from '../holds.api.js';
import styles from './inventory.module.css';
import { ImportSheet } from './import/import-sheet.js';
import { usePanelState } from '../panel-memory.js';
import panel from '../panel.module.css';

const NOTHING: Geode[] = [];
const EVERYTHING: InventoryView = { search: '', sort: 'newest', filter: 'all' };

export const InventoryTab = () => {
  // Refetched each time the tab is opened, because geodes were sold meanwhile.
  const { data, error, isLoading, isFetching, refetch } = useGetInventoryQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const geodes = data ?? NOTHING;
  useFollowInventory();
  const { data: holds } = useHolds();
  const byGeode = useMemo(() => holdsByGeode(holds), [holds]);
  const [{ search, sort, filter }, setView] = usePanelState('inventory.view', EVERYTHING);
  const show = (change: Partial<InventoryView>) => setView((now) => ({ ...now, ...change }));
  const isWide = useMedia('(min-width: 1024px)');
  const container = useRef<HTMLDivElement>(null);

  // Typing stays fast with a long list: React renders the letter before the list.
  const deferredSearch = useDeferredValue(search);
  const shown = useMemo(
    () => filterInventory(geodes, { search: deferredSearch, sort, filter }),
    [geodes, deferredSearch, sort, filter],
  );
  const counts = useMemo(() => countByState(geodes), [geodes]);
  const all = `${geodes.length} ${geodes.length === 1 ? 'geode' : 'geodes'}`;
  const featured = useMemo(() => geodes.filter(({ isFeatured }) => isFeatured).length, [geodes]);
  const { selection, toggle, selectNone } = useInventorySelection(shown);
  useFocusFallback(container, shown.length);
  useFocusFallback(container, selection.size === 0);

  const sheet = useSheet<Geode>();
  const [deleting, setDeleting] = useState<Geode | null>(null);
  const [deleteGeode] = useDeleteGeodeMutation();
  const [endingHold, setEndingHold] = useState<HoldOfGeode | null>(null);

  const isNarrowed = deferredSearch.trim() !== '' || filter !== 'all';
  const List = isWide ? InventoryTable : InventoryCards;
  return (
    <div ref={container} tabIndex={-1}>
      <div className={panel.head}>
        <h1>Inventory</h1>
        <div className={panel.tools}>
          <span>
            <SearchField
              label="Search inventory"
              placeholder="Search inventory"
              value={search}
              onChange={(event) => show({ search: event.target.value })}
            />
          </span>
          <Select
            className={styles.sort}
            label="Sort inventory"
            options={inventorySorts}
            value={sort}
            onChange={(next) => show({ sort: next })}
          />
          <Button className={styles.add} onClick={() => sheet.open()}>
            <Plus className="icon-s" aria-hidden />
            Add Geode
          </Button>
        </div>
      </div>
      <div className={styles.filters} role="group" aria-label="Availability">
        {inventoryFilters.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className={styles.filter}
            aria-pressed={value === filter}
            onClick={() => show({ filter: value })}
          >
            {label}
            {data && <span className="num">{counts[value]}</span>}
          </button>
        ))}
      </div>
      <div className={panel.line}>
        <p className="small dim num" role="status">
          {isLoading && 'Loading the inventory …'}
          {data && isNarrowed && `${shown.length} of ${all} shown`}
          {data && !isNarrowed && `${all}, ${counts.available} available, ${featured} featured`}
        </p>
        <div>
          <ImportButton label="Import CSV" ImportSheet={ImportSheet} />
          <ExportButton of="geodes" />
        </div>
      </div>
      {error && !data && (
        <LoadFailure
          error={error}
          title="Unable to Load Geodes"
          text="Something went wrong while loading the inventory."
          retry={refetch}
          busy={isFetching}
        />
      )}
      {data && shown.length > 0 && (
        <>
          <InventorySelectionBar
            selection={selection}
            onSelectNone={selectNone}
            onDeselect={(geodes) => toggle(geodes, false)}
          />
          <List
            geodes={shown}
            holds={byGeode}
            selection={selection}
            onSelect={toggle}
            onEdit={sheet.open}
            onDelete={setDeleting}
            onEndHold={setEndingHold}
          />
        </>
      )}
      {data && shown.length === 0 && (
        <EmptyState
          title={isNarrowed ? 'No Geodes Found' : 'No geodes yet'}
          action={
            isNarrowed ? (
              <Button look="secondary" onClick={() => show({ search: '', filter: 'all' })}>
                Show all
              </Button>
            ) : undefined
          }
        >
          {isNarrowed
            ? 'Nothing in the inventory matches.'
            : 'Add the first one: it is on sale as soon as it is saved.'}
        </EmptyState>
      )}
      <FormSheet
        key={sheet.key}
        open={sheet.isOpen}
        title={sheet.item ? 'Edit geode' : 'Add Geode'}
        onClose={sheet.close}
      >
        {(form) => <GeodeFormFields opened={sheet.item} {...form} />}
      </FormSheet>
      <ConfirmedAction
        subject={deleting}
        title="Delete geode"
        text="Are you sure you want to delete this geode?"
        action="Delete"
        run={({ id }) => deleteGeode(id)}
        done={({ title }) => ({ title: 'Geode deleted', text: title })}
        failed={{ title: 'Cannot Delete Geode', text: 'Failed to delete geode. Please try again.' }}
        onClose={() => setDeleting(null)}
      />
      <EndHold selected={endingHold} onDone={() => setEndingHold(null)} />
    </div>
  );
};
