import { Heart } from 'lucide-react';
import { useAppDispatch, useAppSelector } from '../../app/hooks.js';
import { classNames } from '../../ui/class-names.js';
import { IconButton } from '../../ui/button.js';
import { toggleWishlist, type Wishable } from './wishlist.slice.js';
import styles from './wish-button.module.css';

interface WishButtonProps {
  geode: Wishable;
  look?: 'edge';
  className?: string;
}

/** The heart button: adds a geode to the wishlist or removes it. */
export const WishButton = ({ geode, look, className }: WishButtonProps) => {
  const dispatch = useAppDispatch();
  const isSaved = useAppSelector(({ wishlist }) => wishlist.items.some(({ id }) => id === geode.id));
  return (
    <IconButton
      label={`Save ${geode.title}`}
      aria-pressed={isSaved}
      look={look}
      className={classNames(styles.wish, isSaved && styles.saved, className)}
      onClick={() => dispatch(toggleWishlist(geode))}
    >
      <Heart className="icon" aria-hidden />
    </IconButton>
  );
};
