import { logFailure } from '../../app/log.js';
import type { AppThunk } from '../../app/store.js';
import { customerKnown } from '../cart/cart.slice.js';
import { checkFirstTime } from './checkout.api.js';

let latest = '';

/** Asks whether the buyer is new, once the email contains @; whoever cannot be checked is not. */
export const refreshFirstTimeFlag =
  (typed: string): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const email = typed.trim();
    latest = email;
    if (!email.includes('@')) {
      dispatch(customerKnown({ email, isFirstTime: false }));
      return;
    }
    const { data, error } = await dispatch(checkFirstTime.initiate(email, { subscribe: false, forceRefetch: true }));
    if (error) logFailure('The first-time check failed', error);
    if (latest === email) dispatch(customerKnown({ email, isFirstTime: data?.isFirstTime === true }));
  };
