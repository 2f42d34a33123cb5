import type { ApiError } from '../../../app/api-error.js';

export const PIN_LENGTH = 9;

/** Removes everything but digits, and cuts the PIN to nine. */
export const toPin = (typed: string): string => typed.replace(/\D/g, '').slice(0, PIN_LENGTH);

/** Returns the text for a failed log-in. */
export const loginFailureText = ({ status, message }: ApiError): string =>
  status === 0 ? 'Connection error. Please try again.' : (message ?? 'Invalid PIN. Please try again.');
