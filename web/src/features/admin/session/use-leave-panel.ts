import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../app/api.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { removeAdminFlag } from './admin-flag.js';

/**
 * Leaves the panel in two steps: while `isLeaving` nothing of it is shown, so that nothing in it reads; then what was read
 * is forgotten. At once, the lists that are still there would ask again, without a session.
 */
export const useLeavePanel = (onLeft: () => void): { isLeaving: boolean; leave: () => void } => {
  const dispatch = useAppDispatch();
  const [isLeaving, setIsLeaving] = useState(false);
  const finish = useEffectEvent(() => {
    onLeft();
    dispatch(api.util.resetApiState());
  });
  useEffect(() => {
    if (isLeaving) finish();
  }, [isLeaving]);
  const leave = () => {
    removeAdminFlag();
    setIsLeaving(true);
  };
  return { isLeaving, leave };
};
