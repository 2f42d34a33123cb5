import type { PlacedOrder } from '@geodes/contracts';
import { api, newKey } from '../../app/api.js';
import { type ApiError, messageOf } from '../../app/api-error.js';
import { readStored, writeStored } from '../../app/browser-storage.js';
import { notified } from '../../app/notices.slice.js';
import type { AppThunk } from '../../app/store.js';
import { cartPurchased, stepTaken } from '../cart/cart.slice.js';
import { geodeLists, geodeTag, getGeode } from '../geodes/geodes.api.js';
import { wishesRemoved } from '../wishlist/wishlist.slice.js';
import { addressLine } from './buyer-form.js';
import { prepareChallenge, refreshFirstTimeFlag, sendOrder } from './checkout.api.js';
import {
  afterOutcome,
  FOLLOW_UPS,
  isSameRequest,
  nextAttempt,
  outcomeOf,
  storedAttempt,
  type Attempt,
  type BoughtItem,
  type OrderRequest,
  type Outcome,
} from './checkout-attempt.js';
import { orderConfirmed, orderNumberReceived, paymentFailed, phaseEntered } from './checkout.slice.js';
import { isAtPayment, refreshHold, releaseHold } from './hold.js';
import { geodesRefused, holdGone, refusedBy } from './hold.slice.js';

const ATTEMPT_KEY = 'geode-checkout';
const LAST_ORDER_KEY = 'lastOrder';
/** The catalogue records a sale after the response: delays before each refetch of the bought geodes, milliseconds. */
const LOOKS_MS = [0, 500, 1_500, 3_000, 6_000];
/** A limit that lasts longer must not hide the outcome of a payment. */
const MAX_WAIT_MS = 20_000;
const PAYMENT_FAILED = 'There was an error processing your payment. Please try again.';

const readAttempt = () => storedAttempt(readStored('sessionStorage', ATTEMPT_KEY));
const keepAttempt = (attempt: Attempt | null) => writeStored('sessionStorage', ATTEMPT_KEY, attempt);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Pays: tokenises the card, sends the order and handles the response. Does nothing while an attempt is under way.
 * Settles an earlier attempt with unknown outcome before it makes another request.
 */
export const placeOrder =
  (request: OrderRequest, bought: BoughtItem[], tokenize: () => Promise<string>): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (getState().checkout.phase !== 'idle') return;
    dispatch(phaseEntered('paying'));
    let before = readAttempt();
    if (before?.isOpen && !isSameRequest(before.body, request)) {
      const outcome = await send(before, 'sentBefore');
      if (outcome.kind !== 'refused') return dispatch(settle(before, 'sentBefore', outcome));
      before = null;
    }
    let paymentToken: string;
    try {
      paymentToken = await tokenize();
    } catch (error) {
      dispatch(phaseEntered('idle'));
      const text = error instanceof Error && error.message ? error.message : PAYMENT_FAILED;
      dispatch(paymentFailed({ text, from: 'card' }));
      return;
    }
    const attempt = nextAttempt(before, { ...request, paymentToken }, bought, newKey);
    keepAttempt(attempt);
    return dispatch(settle(attempt, before?.isOpen ? 'sentBefore' : 'new'));
  };

/** Retries an open attempt with its key and body, after a reload or on request of the buyer. */
export const resumeOrder = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const attempt = readAttempt();
  const { phase } = getState().checkout;
  if (!attempt?.isOpen || (phase !== 'idle' && phase !== 'stalled')) return;
  dispatch(stepTaken('payment'));
  dispatch(phaseEntered('confirming'));
  if (attempt.orderNumber) dispatch(orderNumberReceived(attempt.orderNumber));
  return dispatch(settle(attempt, 'sentBefore'));
};

const send = async (attempt: Attempt, history: 'new' | 'sentBefore'): Promise<Outcome> => {
  const outcome = outcomeOf(await sendOrder(attempt), history);
  // the stored one may have an order number by now
  keepAttempt(afterOutcome(readAttempt() ?? attempt, outcome));
  return outcome;
};

/**
 * Sends an attempt, unless its last outcome is known already, and again until the outcome is final, about three minutes
 * at most. Makes no other order meanwhile.
 */
const settle =
  (attempt: Attempt, history: 'new' | 'sentBefore', known?: Outcome): AppThunk<Promise<void>> =>
  async (dispatch) => {
    let outcome = known ?? (await send(attempt, history));
    for (let asked = 0; ; asked += 1) {
      if (outcome.kind === 'paid') return dispatch(completePurchase(attempt, outcome.order));
      if (outcome.kind === 'refused' || outcome.kind === 'notTaken') return dispatch(refuse(outcome.error));
      if (outcome.kind === 'pending') dispatch(orderNumberReceived(outcome.order.orderNumber));
      const wait = FOLLOW_UPS[asked];
      if (wait === undefined) return void dispatch(phaseEntered('stalled'));
      dispatch(phaseEntered('confirming'));
      const asksToWait = ('error' in outcome && outcome.error.retryAfter) || 0;
      await pause(Math.max(wait, Math.min(asksToWait, MAX_WAIT_MS)));
      outcome = await send(attempt, 'sentBefore');
    }
  };

const refuse =
  (error: ApiError): AppThunk =>
  (dispatch, getState) => {
    dispatch(phaseEntered('idle'));
    const text = messageOf(error, PAYMENT_FAILED);
    dispatch(notified({ title: 'Payment Failed', text, tone: 'bad' }));
    const isUnavailable = error.code === 'OUT_OF_STOCK' || error.code === 'NOT_YET';
    if (!isUnavailable) {
      dispatch(paymentFailed({ text, from: 'shop' }));
      // The geodes return to this browser's hold for at least two minutes.
      void dispatch(refreshHold()).then(() => {
        // The drawer can be closed while the payment is being confirmed.
        if (!isAtPayment(getState())) dispatch(releaseHold());
      });
    }
    if (error.status === 402) dispatch(prepareChallenge());
    const { cart, checkout } = getState();
    // Another order may have the discount now; after a reload during the payment, this very one seemed to.
    void dispatch(refreshFirstTimeFlag(checkout.buyer.email));
    if (error.status !== 409) return;
    // The cart marks the unavailable geodes.
    if (isUnavailable) {
      dispatch(geodesRefused(refusedBy(error)));
      dispatch(stepTaken('cart'));
      dispatch(releaseHold());
    }
    // A geode is gone or a price has changed.
    dispatch(api.util.invalidateTags(cart.items.map(({ id }) => geodeTag(id))));
  };

/** Refetches the lists until they reflect the sale: before the catalogue records it, the geodes still show as held. */
const refreshLists =
  (ids: string[]): AppThunk<Promise<void>> =>
  async (dispatch) => {
    for (const wait of LOOKS_MS) {
      await pause(wait);
      const looks = ids.map((id) => dispatch(getGeode.initiate(id, { forceRefetch: true, subscribe: false })));
      const geodes = await Promise.all(looks);
      dispatch(api.util.invalidateTags([...geodeLists, ...ids.map(geodeTag)]));
      if (!geodes.some(({ data }) => data?.availability === 'held')) return;
    }
  };

const completePurchase =
  ({ body: { buyerDetails }, bought }: Attempt, order: PlacedOrder): AppThunk =>
  (dispatch) => {
    const { orderNumber, total } = order;
    const { email } = buyerDetails;
    dispatch(wishesRemoved(bought.map(({ id }) => id)));
    dispatch(cartPurchased());
    dispatch(holdGone(null));
    void dispatch(refreshLists(bought.map(({ id }) => id)));
    writeStored('localStorage', LAST_ORDER_KEY, { email, date: new Date().toISOString() });
    dispatch(orderConfirmed({ orderNumber, total, items: bought, email, sentTo: addressLine(buyerDetails) }));
    dispatch(
      notified({
        title: 'Order Complete',
        text: `Order number ${orderNumber}. Track your order at /track-order using ${email}.`,
        duration: 8_000,
      }),
    );
    dispatch(
      notified({
        title: 'Thank you for your purchase',
        text: 'We pack each stone by itself and send it to you.',
        duration: 6_000,
        waits: true,
      }),
    );
  };
