import { useRef } from 'react';
import { counted } from '../../app/counted.js';
import { useAppDispatch, useAppSelector } from '../../app/hooks.js';
import { pages, useMetadata } from '../../app/metadata.js';
import { isApiError } from '../../app/api-error.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { PageHead } from '../../ui/page-head.js';
import { useFocusFallback } from '../../ui/use-focus-fallback.js';
import gallery from '../gallery/gallery-page.module.css';
import { GeodeCard } from '../geode-views/geode-card.js';
import { useGetGeodeQuery } from '../geodes/geodes.api.js';
import { GeodeGrid } from '../geodes/geode-grid.js';
import { clearWishlist, type WishlistItem } from '../wishlist/wishlist.slice.js';

export const WishlistPage = () => {
  useMetadata(pages['/wishlist']);
  const dispatch = useAppDispatch();
  const items = useAppSelector(({ wishlist }) => wishlist.items);
  const page = useRef<HTMLDivElement>(null);
  useFocusFallback(page, items.length);
  return (
    <div ref={page} tabIndex={-1} className="wrap" style={{ paddingBottom: 'var(--section)' }}>
      <PageHead title="Wishlist" />
      {items.length === 0 ? (
        <EmptyState title="Your wishlist is empty" action={<ButtonLink to="/gallery">Browse Geodes</ButtonLink>}>
          Press the heart on a stone and it waits here for you, until someone buys it.
        </EmptyState>
      ) : (
        <>
          <div className={gallery.toolbar}>
            <span className="small num" role="status">
              {counted(items.length, 'saved item')}
            </span>
            <Button look="quiet" size="small" onClick={() => dispatch(clearWishlist())}>
              Clear All
            </Button>
          </div>
          <GeodeGrid label="Saved items" wide>
            {items.map((item) => (
              <Wish key={item.id} item={item} />
            ))}
          </GeodeGrid>
        </>
      )}
    </div>
  );
};

/** The card of a saved item: stored fields at once, the catalogue's fields after its response. */
const Wish = ({ item }: { item: WishlistItem }) => {
  const { data, error } = useGetGeodeQuery(item.id);
  // Saved while in another checkout, it is not sold.
  const known = data ?? { ...item, price: String(item.price), availableQuantity: 1 };
  const isGone = isApiError(error) && error.status === 404;
  const geode = isGone ? { ...known, availability: 'sold' as const, isAvailable: false, availableQuantity: 0 } : known;
  return <GeodeCard geode={geode} detailsAt={`/gallery?geode=${encodeURIComponent(item.id)}`} />;
};
