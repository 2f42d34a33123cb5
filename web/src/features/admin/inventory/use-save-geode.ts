import type { Geode } from '@geodes/contracts';
import { useState } from 'react';
import { isApiError } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { getGeode } from '../../geodes/geodes.api.js';
import { geodeChanges, newGeodeBody, type GeodeForm } from './geode-form.js';
import { useCreateGeodeMutation, useUpdateGeodeMutation } from './inventory.api.js';
import { failureText, useSaveFailure } from '../form/save-failure.js';

const onSaleText = (quantity: number): string =>
  quantity === 1 ? '1 is on sale now.' : `${quantity} are on sale now.`;

/**
 * Adds or edits a geode and reports the outcome. If the server refuses an edit because the stock changed, rereads the stock
 * into `geode`, so that the owner decides on present values.
 */
export const useSaveGeode = (opened: Geode | undefined) => {
  const dispatch = useAppDispatch();
  const [geode, setGeode] = useState(opened);
  const { failure, isLoggedOut, clearFailure, showFailure } = useSaveFailure();
  const [create] = useCreateGeodeMutation();
  const [update] = useUpdateGeodeMutation();

  const rereadStock = async (read: Geode): Promise<string> => {
    const { data } = await dispatch(getGeode.initiate(read.id, { forceRefetch: true, subscribe: false }));
    if (!data) return '';
    const { quantity, availableQuantity, availability, isAvailable, updatedAt } = data;
    setGeode({ ...read, quantity, availableQuantity, availability, isAvailable, updatedAt });
    return ` ${onSaleText(quantity)}`;
  };

  const send = (form: GeodeForm) => {
    if (!geode) return create(newGeodeBody(form));
    return update({ id: geode.id, changes: geodeChanges(geode, form) });
  };

  /** Resolves to the error of a failed call. Sends nothing if nothing was changed. */
  const save = async (form: GeodeForm): Promise<unknown> => {
    clearFailure();
    if (geode && Object.keys(geodeChanges(geode, form)).length === 0) return undefined;
    const { error } = await send(form);
    if (error) {
      const hasChanged = geode && isApiError(error) && error.code === 'CHANGED';
      showFailure(error, failureText(error, 'geode', !geode) + (hasChanged ? await rereadStock(geode) : ''));
      const title = geode ? 'Failed to update geode' : 'Failed to add geode';
      dispatch(notified({ title, text: 'Please try again.', tone: 'bad' }));
      return error;
    }
    dispatch(notified({ title: geode ? 'Geode updated' : 'Geode added', text: form.title.trim() }));
    return undefined;
  };

  return { geode, save, failure, isLoggedOut };
};
