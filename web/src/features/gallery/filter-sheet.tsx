import { useDeferredValue, useState } from 'react';
import { Button, CloseButton } from '../../ui/button.js';
import { Count } from '../../ui/badge.js';
import { Dialog } from '../../ui/dialog.js';
import { FilterControls } from './filter-controls.js';
import styles from './filter-controls.module.css';
import { activeFilters, defaultFilters, type Filters } from './filters.js';

export interface FilterSheetProps {
  open: boolean;
  /** Changes on each opening, so that the sheet starts from the current filters, even while it still closes. */
  turn: number;
  onClose: () => void;
  filters: Filters;
  hasUpcoming: boolean;
  onApply: (filters: Filters) => void;
}

/** The filters on a phone: chosen first, then applied together. */
export const FilterSheet = ({ open, turn, onClose, ...draft }: FilterSheetProps) => (
  <Dialog open={open} onClose={onClose} label="Filters" place="bottom" className={styles.sheet}>
    <Draft key={turn} onClose={onClose} {...draft} />
  </Dialog>
);

const Draft = ({ filters, hasUpcoming, onClose, onApply }: Omit<FilterSheetProps, 'open' | 'turn'>) => {
  const [draft, setDraft] = useState(filters);
  const change = (part: Partial<Filters>) => setDraft((before) => ({ ...before, ...part }));
  const count = activeFilters(draft);
  // The sheet opens at once; its content renders in slices afterwards.
  const isDrawn = useDeferredValue(true, false);
  return (
    <form
      className={styles.draft}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(draft);
        onClose();
      }}
    >
      <div className={styles.head}>
        <h2>Filters</h2>
        <CloseButton onClick={onClose} />
      </div>
      <div className={styles.scroll}>
        {isDrawn && (
          <FilterControls
            look="chips"
            filters={draft}
            hasUpcoming={hasUpcoming}
            search={draft.search}
            onSearch={(search) => change({ search })}
            onChange={change}
          />
        )}
      </div>
      <div className={styles.foot}>
        <Button look="quiet" onClick={() => setDraft({ ...defaultFilters, sortBy: draft.sortBy })}>
          Clear filters
        </Button>
        <Button type="submit">
          Apply Filters
          <Count value={count} className={styles.count} />
        </Button>
      </div>
    </form>
  );
};
