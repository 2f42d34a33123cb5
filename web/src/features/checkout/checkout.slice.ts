import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { emptyBuyer, type BuyerForm } from './buyer-form.js';
import type { BoughtItem } from './checkout-attempt.js';

/** `confirming`: sent, the outcome is being asked for; `stalled`: it was asked for long enough, the buyer may go on. */
export type CheckoutPhase = 'idle' | 'paying' | 'confirming' | 'stalled';

export interface Confirmation {
  orderNumber: string;
  /** Dollars, two decimals. */
  total: string | null;
  items: BoughtItem[];
  email: string;
  sentTo: string;
}

interface CheckoutState {
  buyer: BuyerForm;
  phase: CheckoutPhase;
  /** Of the order that is being confirmed; null while the shop has not told it. */
  orderNumber: string | null;
  confirmation: Confirmation | null;
}

const initialState: CheckoutState = { buyer: emptyBuyer, phase: 'idle', orderNumber: null, confirmation: null };

const checkoutSlice = createSlice({
  name: 'checkout',
  initialState,
  reducers: {
    buyerTyped: (state, { payload }: PayloadAction<BuyerForm>) => {
      state.buyer = payload;
    },
    phaseEntered: (state, { payload }: PayloadAction<CheckoutPhase>) => {
      state.phase = payload;
      if (payload === 'idle' || payload === 'paying') state.orderNumber = null;
    },
    orderNumberTold: (state, { payload }: PayloadAction<string>) => {
      state.orderNumber = payload;
    },
    orderConfirmed: (state, { payload }: PayloadAction<Confirmation>) => {
      state.phase = 'idle';
      state.orderNumber = null;
      state.confirmation = payload;
    },
    confirmationClosed: (state) => {
      state.confirmation = null;
    },
  },
});

export const { buyerTyped, phaseEntered, orderNumberTold, orderConfirmed, confirmationClosed } = checkoutSlice.actions;
export const checkoutReducer = checkoutSlice.reducer;
