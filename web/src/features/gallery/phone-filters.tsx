import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { OfflineNotice } from '../../app/load-failure.js';
import { Count } from '../../ui/badge.js';
import { preloadable, WhenOpened } from '../../ui/preloadable.js';
import { activeFilters, type Filters } from './filters.js';
import styles from './gallery-page.module.css';

const FilterSheet = preloadable(async () => (await import('./filter-sheet.js')).FilterSheet, {
  Waiting: OfflineNotice,
});

interface PhoneFiltersProps {
  filters: Filters;
  hasUpcoming: boolean;
  onApply: (filters: Filters, replaces: boolean) => void;
}

/**
 * The filter button on a phone and its sheet. A separate component, so that opening it does not render the cards again.
 */
export const PhoneFilters = ({ filters, hasUpcoming, onApply }: PhoneFiltersProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const [turn, setTurn] = useState(0);
  const active = activeFilters(filters);
  return (
    <>
      <button
        type="button"
        id="filters-button"
        className={styles.filterButton}
        onClick={() => {
          setTurn((before) => before + 1);
          setIsOpen(true);
        }}
        onPointerEnter={FilterSheet.preload}
      >
        <span>
          <SlidersHorizontal className="icon-s" aria-hidden />
          <span>
            Filters
            {active > 0 && <span className="sr">, {active} active</span>}
          </span>
        </span>
        <Count value={active} />
      </button>
      <WhenOpened open={isOpen}>
        <FilterSheet
          open={isOpen}
          turn={turn}
          onClose={() => setIsOpen(false)}
          filters={filters}
          hasUpcoming={hasUpcoming}
          onApply={onApply}
        />
      </WhenOpened>
    </>
  );
};
