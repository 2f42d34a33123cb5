import { useEffect } from 'react';
import { useAppDispatch } from '../../app/hooks.js';
import { Button, type ButtonLook } from '../../ui/button.js';
import { findOwnHold } from '../checkout/hold.js';
import { addToCart } from './cart.slice.js';
import type { Buyable } from './cart-rules.js';
import { buyingText, useAvailability } from '../geodes/availability.js';

interface BuyButtonProps {
  geode: Buyable;
  look?: ButtonLook;
  size?: 'small';
  /** Id of the element that names the geode. */
  describedBy?: string;
}

/** Adds a geode to the cart, or says why it cannot be bought. */
export const BuyButton = ({ geode, look, size, describedBy }: BuyButtonProps) => {
  const dispatch = useAppDispatch();
  const availability = useAvailability(geode);
  useEffect(() => {
    if (availability === 'held') dispatch(findOwnHold(geode.id));
  }, [availability, geode.id, dispatch]);
  return (
    <Button
      look={look}
      size={size}
      aria-describedby={describedBy}
      disabled={availability !== 'available'}
      onClick={() => dispatch(addToCart(geode))}
    >
      {buyingText[availability]}
    </Button>
  );
};
