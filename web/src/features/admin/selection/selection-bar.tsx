import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.js';
import { MAX_SELECTED } from './selection.js';
import styles from './selection.module.css';

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
