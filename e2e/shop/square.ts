import { SquareSimulator } from '@geodes/testing';
import { SIMULATOR_URL } from './address.js';

/** Square without the shop: its ledger, its dashboard and its failures. */
export const square = new SquareSimulator(SIMULATOR_URL);
