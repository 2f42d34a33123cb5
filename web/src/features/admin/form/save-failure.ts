import { useState } from 'react';
import { isApiError, messageOf } from '../../../app/api-error.js';

/** Returns the server's message, else what happened to the request and what to do; `noReply` if no response came. */
export const failureText = (error: unknown, noReply = 'No answer came from the shop. Please try again.'): string => {
  const isUnanswered = isApiError(error) && error.status === 0;
  return messageOf(error, isUnanswered ? noReply : 'Something went wrong. Please try again.');
};

/** Says that an addition got no response. `what` names the added thing. */
export const maybeAddedText = (what: string): string =>
  `No answer came from the shop. The ${what} may have been added all the same: look at the list before you add it again.`;

/** Holds why a form was not saved: a text, or that the owner is logged out. */
export const useSaveFailure = () => {
  const [failure, setFailure] = useState('');
  const [isLoggedOut, setLoggedOut] = useState(false);
  return {
    failure,
    isLoggedOut,
    clearFailure: () => {
      setFailure('');
      setLoggedOut(false);
    },
    showFailure: (error: unknown, text: string) => {
      setLoggedOut(isApiError(error) && error.status === 401);
      setFailure(text);
    },
  };
};
