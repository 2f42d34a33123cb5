import { customerKnown } from '../cart/cart.slice.js';
import { refreshFirstTimeFlag } from './checkout.api.js';

/** Checks an email. When the response arrives, the form has `inForm`. Returns what is then known about the buyer. */
const knownAfterCheck = async (email: string, inForm: string) => {
  const dispatched: unknown[] = [];
  const dispatch = (action: unknown) => {
    dispatched.push(action);
    return Promise.resolve({ data: { isFirstTime: true } });
  };
  await refreshFirstTimeFlag(email)(dispatch as never, () => ({ checkout: { buyer: { email: inForm } } }) as never);
  return dispatched.filter(customerKnown.match).map(({ payload }) => payload);
};

it('sets the first-time flag of the email in the form', async () => {
  const known = { email: 'alex@example.com', isFirstTime: true };
  expect(await knownAfterCheck(' alex@example.com', 'alex@example.com ')).toEqual([known]);
});

it('ignores a first-time check that ends after the purchase, which clears the form', async () => {
  expect(await knownAfterCheck('alex@example.com', '')).toEqual([]);
});
