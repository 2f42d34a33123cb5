import { isApiError, messageOf } from '../../../app/api-error.js';

/** Why something was not saved: the error of the call, and a text for the owner. */
export interface Failure {
  error: unknown;
  text: string;
}

/** Returns the server's message, else what happened to the request and what to do; `noReply` if no response came. */
export const failureText = (error: unknown, noReply = 'No answer came from the shop. Please try again.'): string => {
  const isUnanswered = isApiError(error) && error.status === 0;
  return messageOf(error, isUnanswered ? noReply : 'Something went wrong. Please try again.');
};

/** Returns whether a call failed because the owner is logged out. */
export const isLoggedOut = (error: unknown): boolean => isApiError(error) && error.status === 401;
