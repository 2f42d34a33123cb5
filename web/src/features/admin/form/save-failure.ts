import { useState } from 'react';
import { isApiError } from '../../../app/api-error.js';

/** Returns the server's message, else what happened to the request and what to do. `what` names the saved thing. */
export const failureText = (error: unknown, what: string, isNew: boolean): string => {
  if (isApiError(error) && error.message) return error.message;
  if (isApiError(error) && error.status === 0 && isNew)
    return `No answer came from the shop. The ${what} may have been added all the same: look at the list before you add it again.`;
  if (isApiError(error) && error.status === 0) return 'No answer came from the shop. Please try again.';
  return 'Something went wrong. Please try again.';
};

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
