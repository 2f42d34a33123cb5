import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.js';
import { Checkbox } from '../../../ui/checkbox.js';
import { coverage, MAX_SELECTED, type Selectable, type Selection } from './selection.js';
import styles from '../records.module.css';

interface SelectionBarProps {
  /** What one of the items is called. */
  noun: 'order' | 'geode';
  /** Selected items. */
  count: number;
  /** What a selection is for. */
  hint: string;
  /** Selects the items of all pages. */
  all?: { total: number; isBusy: boolean; onSelect: () => void };
  onSelectNone: () => void;
  /** Buttons for the selected items. */
  children: ReactNode;
}

/** What can be done with the selected items of a list. */
export const SelectionBar = ({ noun, count, hint, all, onSelectNone, children }: SelectionBarProps) => (
  <div className={styles.bar} role="group" aria-label={`Selected ${noun}s`}>
    <p className="small num" role="status">
      {count > 0 && `${count} ${count === 1 ? `${noun} is` : `${noun}s are`} selected`}
      {count === MAX_SELECTED && ', the most at a time'}
    </p>
    {count === 0 && <p className="small dim">{hint}</p>}
    <div>
      {all && count < Math.min(all.total, MAX_SELECTED) && (
        <Button look="quiet" size="small" busy={all.isBusy} onClick={all.onSelect}>
          {all.total > MAX_SELECTED ? `Select the first ${MAX_SELECTED}` : `Select all ${all.total}`}
        </Button>
      )}
      {count > 0 && (
        <>
          <Button look="quiet" size="small" onClick={onSelectNone}>
            Select none
          </Button>
          {children}
        </>
      )}
    </div>
  </div>
);

interface SelectAllProps<T extends Selectable> {
  label: string;
  isLabelHidden?: boolean;
  items: readonly T[];
  selection: Selection<T>;
  onSelect: (items: readonly T[], isOn: boolean) => void;
}

/** Selects all items of a list, or none. */
export const SelectAll = <T extends Selectable>({ items, selection, onSelect, ...look }: SelectAllProps<T>) => {
  const selected = coverage(selection, items);
  return (
    <Checkbox
      {...look}
      checked={selected === 'all'}
      isMixed={selected === 'some'}
      onChange={(isOn) => onSelect(items, isOn)}
    />
  );
};

/** The same above a list of cards. */
export const SelectAllCards = <T extends Selectable>(props: SelectAllProps<T>) => (
  <div className={styles.all}>
    <SelectAll {...props} />
  </div>
);
