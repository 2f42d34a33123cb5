import { SquareSimulator } from '@geodes/testing';
import { SIMULATOR_URL } from './address.js';

/** Controls the Square simulator: its ledger, its dashboard and its faults. */
export const square = new SquareSimulator(SIMULATOR_URL);
