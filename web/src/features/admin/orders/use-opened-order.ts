import type { RefundableOrder } from '@geodes/contracts';
import { useState } from 'react';
import { useAppDispatch } from '../../../app/hooks.js';
import { getOrders } from './orders.api.js';

interface Shown {
  order?: RefundableOrder;
  isOpen: boolean;
}

/** The order whose detail is open. It is kept while the dialog closes, and follows what becomes of it. */
export const useOpenedOrder = () => {
  const dispatch = useAppDispatch();
  const [{ order, isOpen }, setShown] = useState<Shown>({ isOpen: false });
  /** An answer may come when another order is shown: then it does not concern the dialog. */
  const change = (id: string, to: Partial<Shown>) =>
    setShown((now) => (now.order?.id === id ? { ...now, ...to } : now));
  return {
    order,
    isOpen,
    open: (opened: RefundableOrder) => setShown({ order: opened, isOpen: true }),
    close: () => setShown((now) => ({ ...now, isOpen: false })),
    onChanged: (changed: RefundableOrder) => change(changed.id, { order: changed }),
    /** It changed elsewhere: it is read again, and where it is no longer among the open ones the dialog closes. */
    onConflict: async (id: string) => {
      const query = new URLSearchParams({ search: id, page: '1', limit: '1' });
      const asked = dispatch(getOrders.initiate(query.toString(), { subscribe: false, forceRefetch: true }));
      const [now] = (await asked).data?.orders ?? [];
      change(id, now ? { order: now } : { isOpen: false });
    },
  };
};
