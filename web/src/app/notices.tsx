import { Toaster } from '../ui/toaster.js';
import { useAppDispatch, useAppSelector } from './hooks.js';
import { noticeGone } from './notices.slice.js';

export const Notices = () => {
  const dispatch = useAppDispatch();
  const toast = useAppSelector(({ notices }) => notices.shown);
  return <Toaster toast={toast} onGone={(id) => dispatch(noticeGone(id))} />;
};
