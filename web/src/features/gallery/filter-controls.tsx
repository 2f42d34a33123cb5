import { startTransition, useOptimistic, useState } from 'react';
import { OptionGroup } from '../../ui/option-group.js';
import group from '../../ui/option-group.module.css';
import { FallbackBoundary, preloadable, Suspense } from '../../ui/preloadable.js';
import { SearchField } from '../../ui/search-field.js';
import styles from './filter-controls.module.css';
import {
  availableOptions,
  categoryOptions,
  crystalOptions,
  HIGHEST_PRICE,
  locationOptions,
  PRICE_STEP,
  sizeOptions,
  type Filters,
} from './filters.js';

const RangeSlider = preloadable(async () => (await import('../../ui/range-slider.js')).RangeSlider, {
  Waiting: () => null,
});

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

type Choice = 'location' | 'crystalType' | 'category' | 'size' | 'available';

/** All filters of the gallery in one column. */
export const FilterControls = ({ filters, search, look, hasUpcoming, onSearch, onChange }: FilterControlsProps) => {
  const choice = <Name extends Choice>(
    legend: string,
    name: Name,
    options: readonly { value: Filters[Name]; label: string }[],
  ) => (
    <div className={styles.group}>
      <OptionGroup
        legend={legend}
        look={look}
        options={options}
        value={filters[name]}
        onChange={(value) => onChange({ [name]: value })}
      />
    </div>
  );
  return (
    <>
      <div className={styles.group}>
        <SearchField
          label="Search"
          labelClass={look === 'list' ? group.legend : 'sr'}
          placeholder="Search geodes"
          value={search}
          maxLength={200}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
      {choice('Location', 'location', locationOptions)}
      {choice('Crystal type', 'crystalType', crystalOptions)}
      {choice('Category', 'category', categoryOptions)}
      <div className={styles.group}>
        <PriceFilter minPrice={filters.minPrice} maxPrice={filters.maxPrice} onChange={onChange} />
      </div>
      {choice('Size', 'size', sizeOptions)}
      {hasUpcoming && choice('On sale', 'available', availableOptions)}
    </>
  );
};

/**
 * Filters that apply at once. The router draws a new URL in a transition; what was chosen shows before that, and a key
 * pressed meanwhile moves on from it.
 */
export const AppliedFilterControls = ({ filters, onChange, ...rest }: FilterControlsProps) => {
  const [shown, show] = useOptimistic(filters, (now, change: Partial<Filters>) => ({ ...now, ...change }));
  const apply = (change: Partial<Filters>) =>
    startTransition(() => {
      show(change);
      onChange(change);
    });
  return <FilterControls {...rest} filters={shown} onChange={apply} />;
};

interface PriceFilterProps {
  minPrice: number;
  maxPrice: number;
  onChange: (prices: { minPrice: number; maxPrice: number }) => void;
}

/** The upper end is no limit: it also stands for every higher price. */
const say = (dollars: number) => `$${dollars}${dollars === HIGHEST_PRICE ? '+' : ''}`;

/** Two thumbs between $0 and $500+. A choice applies when a thumb is released. */
const PriceFilter = ({ minPrice, maxPrice, onChange }: PriceFilterProps) => {
  const [dragged, drag] = useState<readonly [number, number] | null>(null);
  const value = dragged ?? [minPrice, maxPrice];
  return (
    <div role="group" aria-label="Price">
      <span className={`${group.legend} ${styles.priceLabel}`}>
        Price
        <span className={`num ${styles.priceRange}`}>
          {say(value[0])} to {say(value[1])}
        </span>
      </span>
      <div className={styles.slider}>
        {/* Not in the HTML: it measures itself before it can place its thumbs. */}
        {!import.meta.env.SSR && (
          <FallbackBoundary fallback={null}>
            <Suspense>
              <RangeSlider
                min={0}
                max={HIGHEST_PRICE}
                step={PRICE_STEP}
                value={value}
                labels={['Lowest price', 'Highest price']}
                say={say}
                onDrag={drag}
                onCommit={([low, high]) => onChange({ minPrice: low, maxPrice: high })}
              />
            </Suspense>
          </FallbackBoundary>
        )}
      </div>
      <div className={`small dim num ${styles.ends}`}>
        <span>{say(0)}</span>
        <span>{say(HIGHEST_PRICE)}</span>
      </div>
    </div>
  );
};
