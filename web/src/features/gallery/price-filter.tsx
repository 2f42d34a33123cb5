import { Suspense, useState } from 'react';
import { preloadable } from '../../ui/preloadable.js';
import styles from './filter-controls.module.css';
import { HIGHEST_PRICE, PRICE_STEP } from './filters.js';

const RangeSlider = preloadable(async () => (await import('../../ui/range-slider.js')).RangeSlider, {
  Waiting: () => null,
});

interface PriceFilterProps {
  minPrice: number;
  maxPrice: number;
  onChange: (prices: { minPrice: number; maxPrice: number }) => void;
}

/** The upper end is no limit: it also stands for every higher price. */
const say = (dollars: number) => `$${dollars}${dollars === HIGHEST_PRICE ? '+' : ''}`;

/** Two thumbs between $0 and $500+. A choice applies when a thumb is released. */
export const PriceFilter = ({ minPrice, maxPrice, onChange }: PriceFilterProps) => {
  const [moving, setMoving] = useState<readonly [number, number] | null>(null);
  const value = moving ?? ([minPrice, maxPrice] as const);
  return (
    <div role="group" aria-label="Price">
      <span className={styles.priceLabel}>
        Price
        <span className={`num ${styles.priceRange}`}>
          {say(value[0])} to {say(value[1])}
        </span>
      </span>
      <div className={styles.slider}>
        {/* Not in the HTML: it measures itself before it can place its thumbs. */}
        {!import.meta.env.SSR && (
          <Suspense>
            <RangeSlider
              min={0}
              max={HIGHEST_PRICE}
              step={PRICE_STEP}
              value={value}
              labels={['Lowest price', 'Highest price']}
              say={say}
              onChange={setMoving}
              onCommit={([low, high]) => {
                setMoving(null);
                onChange({ minPrice: low, maxPrice: high });
              }}
            />
          </Suspense>
        )}
      </div>
      <div className={`small dim num ${styles.ends}`}>
        <span>{say(0)}</span>
        <span>{say(HIGHEST_PRICE)}</span>
      </div>
    </div>
  );
};
