import { readStored, writeStored } from '../../app/browser-storage.js';
import { type AppStore, watch } from '../../app/store.js';
import { hadOpenLayer } from '../../ui/use-back-entry.js';
import { stepTaken, wentOnWithout } from '../cart/cart.slice.js';
import { BUYER_FIELDS, emptyBuyer, isEmail, missingFields, type BuyerForm } from './buyer-form.js';
import { refreshFirstTimeFlag } from './checkout.api.js';
import { buyerTyped } from './checkout.slice.js';

const FORM_KEY = 'geode-checkout-form';

/** What a reload restores of a checkout. Never card data, which only Square's frame has. */
interface StoredCheckout {
  buyer: BuyerForm;
  /** The open step; null if the drawer is closed or shows the cart. */
  step: 'shipping' | 'payment' | null;
  /** Ids of geodes in the cart that the buyer went on without. */
  leftOut: string[];
}

/** Reads what was stored; whatever is not a checkout counts as empty. Payment needs a complete form. */
export const toStoredCheckout = (stored: unknown): StoredCheckout => {
  const { buyer, step, leftOut } = (stored ?? {}) as Partial<Record<keyof StoredCheckout, unknown>>;
  const typed = (buyer ?? {}) as Record<string, unknown>;
  const form = { ...emptyBuyer };
  for (const field of BUYER_FIELDS) if (typeof typed[field] === 'string') form[field] = typed[field];
  const isComplete = missingFields(form).length === 0 && isEmail(form.email);
  const open = step === 'shipping' || step === 'payment' ? step : null;
  return {
    buyer: form,
    step: open && !isComplete ? 'shipping' : open,
    leftOut: Array.isArray(leftOut) ? leftOut.filter((id) => typeof id === 'string') : [],
  };
};

/**
 * Stores the form and the open step for the tab, so that a reload at Shipping or Payment opens the drawer there again.
 */
export const persistCheckout = (store: AppStore): void => {
  const { buyer, step, leftOut } = toStoredCheckout(readStored('sessionStorage', FORM_KEY));
  store.dispatch(buyerTyped(buyer));
  if (step && hadOpenLayer() && store.getState().cart.items.length > 0) {
    store.dispatch(wentOnWithout(leftOut));
    store.dispatch(stepTaken(step));
    if (step === 'payment') void store.dispatch(refreshFirstTimeFlag(buyer.email));
  }

  const write = () => {
    const { cart, checkout } = store.getState();
    const open = cart.isOpen && cart.step !== 'cart' ? cart.step : null;
    const isEmpty = !open && BUYER_FIELDS.every((field) => checkout.buyer[field] === '');
    const kept: StoredCheckout = { buyer: checkout.buyer, step: open, leftOut: cart.leftOut };
    writeStored('sessionStorage', FORM_KEY, isEmpty ? null : kept);
  };
  watch(store, ({ cart }) => cart, write);
  watch(store, ({ checkout }) => checkout.buyer, write);
};
