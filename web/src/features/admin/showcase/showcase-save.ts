import type { ShowcaseItem } from '@geodes/contracts';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { failureText, useSaveFailure } from '../form/save-failure.js';
import { useAddShowcaseItemMutation, useUpdateShowcaseItemMutation } from './showcase-admin.api.js';
import { itemChanges, newItemBody, type ShowcaseForm } from './showcase-form.js';

/** Adds or edits a showcase item, and tells how it went. */
export const useSaveShowcaseItem = (item: ShowcaseItem | undefined) => {
  const dispatch = useAppDispatch();
  const { failure, isLoggedOut, clearFailure: forget, showFailure: tell } = useSaveFailure();
  const [add] = useAddShowcaseItemMutation();
  const [update] = useUpdateShowcaseItemMutation();

  const send = (form: ShowcaseForm) =>
    item ? update({ id: item.id, changes: itemChanges(item, form) }) : add(newItemBody(form));

  /** Resolves to the error of a call that did not succeed; a form in which nothing was changed is saved. */
  const save = async (form: ShowcaseForm): Promise<unknown> => {
    forget();
    if (item && Object.keys(itemChanges(item, form)).length === 0) return undefined;
    const { error } = await send(form);
    if (error) {
      tell(error, failureText(error, 'item', !item));
      const title = item ? 'Failed to update showcase item' : 'Failed to add showcase item';
      dispatch(notified({ title, text: 'Please try again.', tone: 'bad' }));
      return error;
    }
    dispatch(notified({ title: item ? 'Showcase item updated' : 'Showcase item added', text: form.title.trim() }));
    return undefined;
  };

  return { save, failure, isLoggedOut };
};
