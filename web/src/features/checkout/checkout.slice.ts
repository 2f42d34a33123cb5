import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { emptyBuyer, type BuyerField, type BuyerForm } from './buyer-form.js';
import type { BoughtItem } from './checkout-attempt.js';

/** `confirming`: sent, and the outcome is being polled; `stalled`: polling gave up, and the buyer may go on. */
type CheckoutPhase = 'idle' | 'paying' | 'confirming' | 'stalled';

export interface Confirmation {
  orderNumber: string;
  /** Dollars, two decimals. */
  total: string | null;
  items: BoughtItem[];
  email: string;
  sentTo: string;
}

/** Why an attempt failed; shown beside the card until the next one. */
interface PaymentFailure {
  text: string;
  /** `card`: the card form rejected it, and nothing was sent to the shop. */
  from: 'card' | 'shop';
}

interface CheckoutState {
  buyer: BuyerForm;
  /** Address values that the buyer was asked about already. */
  questioned: Partial<Record<BuyerField, string>>;
  phase: CheckoutPhase;
  failure: PaymentFailure | null;
  /** Number of the order being confirmed; null until the shop has sent it. */
  orderNumber: string | null;
  confirmation: Confirmation | null;
}

const initialState: CheckoutState = {
  buyer: emptyBuyer,
  questioned: {},
  phase: 'idle',
  failure: null,
  orderNumber: null,
  confirmation: null,
};

const checkoutSlice = createSlice({
  name: 'checkout',
  initialState,
  reducers: {
    buyerTyped: (state, { payload }: PayloadAction<BuyerForm>) => {
      state.buyer = payload;
    },
    addressQuestioned: (state, { payload }: PayloadAction<CheckoutState['questioned']>) => {
      Object.assign(state.questioned, payload);
    },
    phaseEntered: (state, { payload }: PayloadAction<CheckoutPhase>) => {
      state.phase = payload;
      if (payload !== 'idle') state.failure = null;
      if (payload === 'idle' || payload === 'paying') state.orderNumber = null;
    },
    paymentFailed: (state, { payload }: PayloadAction<PaymentFailure>) => {
      state.failure = payload;
    },
    failureCleared: (state) => {
      state.failure = null;
    },
    orderNumberReceived: (state, { payload }: PayloadAction<string>) => {
      state.orderNumber = payload;
    },
    orderConfirmed: (state, { payload }: PayloadAction<Confirmation>) => {
      state.phase = 'idle';
      state.orderNumber = null;
      state.confirmation = payload;
      state.buyer = emptyBuyer;
    },
    confirmationClosed: (state) => {
      state.confirmation = null;
    },
  },
});

export const {
  buyerTyped,
  addressQuestioned,
  phaseEntered,
  paymentFailed,
  failureCleared,
  orderNumberReceived,
  orderConfirmed,
  confirmationClosed,
} = checkoutSlice.actions;
export const checkoutReducer = checkoutSlice.reducer;
