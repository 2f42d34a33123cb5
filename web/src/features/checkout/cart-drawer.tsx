import type { Geode } from '@geodes/contracts';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useAppDispatch, useAppSelector } from '../../app/hooks.js';
import { classNames } from '../../ui/class-names.js';
import { Dialog } from '../../ui/dialog.js';
import { CloseButton, IconButton } from '../../ui/button.js';
import { useBackEntry } from '../../ui/use-back-entry.js';
import { useFocusFallback } from '../../ui/use-focus-fallback.js';
import { ConfirmingStep, PaymentStep } from './payment-step.js';
import { ShippingStep } from './shipping-step.js';
import { stepTaken, type CartStep as Step, itemRefreshed } from '../cart/cart.slice.js';
import { CartStep } from './cart-step.js';
import dialog from '../../ui/dialog.module.css';
import styles from './cart-drawer.module.css';
import { toCents } from '../../app/money.js';
import { useGetGeodeQuery } from '../geodes/geodes.api.js';
import type { CartItem } from '../cart/cart-rules.js';

const steps: { step: Step; label: string }[] = [
  { step: 'cart', label: 'Cart' },
  { step: 'shipping', label: 'Shipping' },
  { step: 'payment', label: 'Payment' },
];

/** The cart and its checkout, in three steps. */
export const CartDrawer = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const dispatch = useAppDispatch();
  const chosen = useAppSelector(({ cart }) => cart.step);
  const phase = useAppSelector(({ checkout }) => checkout.phase);
  const count = useAppSelector(({ cart }) => cart.items.length);
  const ended = useAppSelector(({ hold }) => hold.ended);
  const isConfirming = phase === 'confirming' || phase === 'stalled';
  // The card form must stay mounted while Square reads it, also if another tab empties the cart.
  const isPaying = phase === 'paying';
  const step = isConfirming || isPaying ? 'payment' : chosen;
  const at = steps.findIndex((candidate) => candidate.step === step);
  const before = steps[at - 1];
  const label = steps[at]?.label ?? 'Cart';
  const close = () => !isPaying && onClose();
  const goTo = (wanted: Step) => !isPaying && dispatch(stepTaken(wanted));
  const isPast = (wanted: Step) => open && !isConfirming && at > steps.findIndex((one) => one.step === wanted);
  useBackEntry(isPast('cart'), () => goTo('cart'));
  useBackEntry(isPast('shipping'), () => goTo('shipping'));

  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, `${step} ${phase} ${count} ${ended}`);

  return (
    <Dialog open={open} onClose={close} label={label} place="right" className={styles.panel}>
      <CartWatch />
      <div className={dialog.drawerHead}>
        <div className={styles.title}>
          {before && !isConfirming && (
            <IconButton label="Back" disabled={isPaying} onClick={() => goTo(before.step)}>
              <ChevronLeft className="icon" aria-hidden />
            </IconButton>
          )}
          <h2 ref={heading} tabIndex={-1}>
            {label}
          </h2>
        </div>
        <CloseButton disabled={isPaying} onClick={close} />
      </div>
      <ol className={styles.steps} aria-label="Steps">
        {steps.map((candidate, index) => (
          <li
            key={candidate.step}
            className={classNames(index < at && styles.done, index === at && styles.on)}
            aria-current={index === at ? 'step' : undefined}
          >
            {candidate.label}
          </li>
        ))}
      </ol>
      {isConfirming && <ConfirmingStep />}
      {!isConfirming && step === 'cart' && <CartStep />}
      {!isConfirming && step === 'shipping' && <ShippingStep />}
      {!isConfirming && step === 'payment' && <PaymentStep />}
    </Dialog>
  );
};

/** Keeps each geode of the cart up to date with the catalogue. */
const CartWatch = () => {
  const items = useAppSelector(({ cart }) => cart.items);
  return items.map((item) => <Watched key={item.id} item={item} />);
};

const Watched = ({ item }: { item: CartItem }) => {
  const dispatch = useAppDispatch();
  const { data } = useGetGeodeQuery(item.id);
  // Not when the item changes: two tabs with different data would rewrite it in turn.
  const refresh = useEffectEvent(({ id, title, imageUrl, price: dollars }: Geode) => {
    const price = toCents(dollars) / 100;
    if (title !== item.title || imageUrl !== item.imageUrl || price !== item.price)
      dispatch(itemRefreshed({ id, title, imageUrl, price }));
  });
  useEffect(() => {
    if (data) refresh(data);
  }, [data]);
  return null;
};
