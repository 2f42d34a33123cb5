import type { RefundableOrder } from '@geodes/contracts';
import { useState } from 'react';
import { useAppDispatch } from '../../app/hooks.js';
import { getOrders } from './orders.api.js';

/** The order whose detail is open. It is kept while the dialog closes, and follows what becomes of it. */
export const useOpenedOrder = () => {
  const dispatch = useAppDispatch();
  const [order, setOrder] = useState<RefundableOrder>();
  const [isOpen, setIsOpen] = useState(false);
  return {
    order,
    isOpen,
    open: (opened: RefundableOrder) => {
      setOrder(opened);
      setIsOpen(true);
    },
    close: () => setIsOpen(false),
    onChanged: setOrder,
    /** It changed elsewhere: it is read again, and where it is no longer among the open ones the dialog closes. */
    onConflict: async (id: string) => {
      const query = new URLSearchParams({ search: id, page: '1', limit: '1' });
      const asked = dispatch(getOrders.initiate(query.toString(), { subscribe: false, forceRefetch: true }));
      const [now] = (await asked).data?.orders ?? [];
      if (now) setOrder(now);
      else setIsOpen(false);
    },
  };
};
