import { OptionGroup } from '../../ui/option-group.js';
import { SearchField } from '../../ui/search-field.js';
import styles from './filter-controls.module.css';
import {
  availableOptions,
  categoryOptions,
  crystalOptions,
  locationOptions,
  sizeOptions,
  type Filters,
} from './filters.js';
import { PriceFilter } from './price-filter.js';

interface FilterControlsProps {
  filters: Filters;
  /** The search text as typed, which may be ahead of the filters. */
  search: string;
  look: 'list' | 'chips';
  /** Whether to offer the filter of geodes that go on sale later. */
  hasUpcoming: boolean;
  onSearch: (search: string) => void;
  onChange: (change: Partial<Filters>) => void;
}

/** All filters of the gallery in one column. */
export const FilterControls = ({ filters, search, look, hasUpcoming, onSearch, onChange }: FilterControlsProps) => (
  <>
    <div className={styles.group}>
      <SearchField
        label="Search"
        labelClass={look === 'list' ? styles.label : 'sr'}
        placeholder="Search geodes"
        value={search}
        maxLength={200}
        onChange={(event) => onSearch(event.target.value)}
      />
    </div>
    <div className={styles.group}>
      <OptionGroup
        legend="Location"
        look={look}
        options={locationOptions}
        value={filters.location}
        onChange={(location) => onChange({ location })}
      />
    </div>
    <div className={styles.group}>
      <OptionGroup
        legend="Crystal type"
        look={look}
        options={crystalOptions}
        value={filters.crystalType}
        onChange={(crystalType) => onChange({ crystalType })}
      />
    </div>
    <div className={styles.group}>
      <OptionGroup
        legend="Category"
        look={look}
        options={categoryOptions}
        value={filters.category}
        onChange={(category) => onChange({ category })}
      />
    </div>
    <div className={styles.group}>
      <PriceFilter minPrice={filters.minPrice} maxPrice={filters.maxPrice} onChange={onChange} />
    </div>
    <div className={styles.group}>
      <OptionGroup
        legend="Size"
        look={look}
        options={sizeOptions}
        value={filters.size}
        onChange={(size) => onChange({ size })}
      />
    </div>
    {hasUpcoming && (
      <div className={styles.group}>
        <OptionGroup
          legend="On sale"
          look={look}
          options={availableOptions}
          value={filters.available}
          onChange={(available) => onChange({ available })}
        />
      </div>
    )}
  </>
);
