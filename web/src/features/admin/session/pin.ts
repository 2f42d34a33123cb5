import type { ApiError } from '../../../app/api-error.js';

export const PIN_LENGTH = 9;

/** Digits only, at most nine. */
export const toPin = (typed: string): string => typed.replace(/\D/g, '').slice(0, PIN_LENGTH);

/** What a failed login says. */
export const loginFailureText = ({ status, message }: ApiError): string =>
  status === 0 ? 'Connection error. Please try again.' : (message ?? 'Invalid PIN. Please try again.');
