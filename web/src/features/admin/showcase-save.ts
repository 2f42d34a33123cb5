import type { ShowcaseItem } from '@geodes/contracts';
import { useState } from 'react';
import { isApiError } from '../../app/api-error.js';
import { useAppDispatch } from '../../app/hooks.js';
import { notified } from '../../app/notices.slice.js';
import { useAddShowcaseItemMutation, useUpdateShowcaseItemMutation } from './showcase-admin.api.js';
import { itemChanges, newItemBody, type ShowcaseForm } from './showcase-form.js';

/** The server's words, else ours: what became of the call, and what to do. */
const failureWords = (error: unknown, isNew: boolean): string => {
  if (isApiError(error) && error.message) return error.message;
  if (isApiError(error) && error.status === 0 && isNew)
    return 'No answer came from the shop. The item may have been added all the same: look at the list before you add it again.';
  if (isApiError(error) && error.status === 0) return 'No answer came from the shop. Please try again.';
  return 'Something went wrong. Please try again.';
};

/** Adds or edits a showcase item, and tells how it went. */
export const useSaveShowcaseItem = (item: ShowcaseItem | undefined) => {
  const dispatch = useAppDispatch();
  const [failure, setFailure] = useState('');
  const [add] = useAddShowcaseItemMutation();
  const [update] = useUpdateShowcaseItemMutation();

  const send = (form: ShowcaseForm) =>
    item ? update({ id: item.id, changes: itemChanges(item, form) }) : add(newItemBody(form));

  /** Resolves to whether it is saved; a form in which nothing was changed is. */
  const save = async (form: ShowcaseForm): Promise<boolean> => {
    setFailure('');
    if (item && Object.keys(itemChanges(item, form)).length === 0) return true;
    const { error } = await send(form);
    if (error) {
      setFailure(failureWords(error, !item));
      const title = item ? 'Failed to update showcase item' : 'Failed to add showcase item';
      dispatch(notified({ title, text: 'Please try again.', tone: 'bad' }));
      return false;
    }
    dispatch(notified({ title: item ? 'Showcase item updated' : 'Showcase item added', text: form.title.trim() }));
    return true;
  };

  return { save, failure };
};
