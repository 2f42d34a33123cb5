import { Checkbox } from '../../../ui/checkbox.js';
import { coverage, type Selectable, type Selection } from './selection.js';
import styles from './selection.module.css';

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
