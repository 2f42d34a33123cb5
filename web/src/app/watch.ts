import type { AppStore, RootState } from './store.js';

/** Calls `act` after each change of a part of the state. */
export const watch = <Part>(store: AppStore, select: (state: RootState) => Part, act: (part: Part) => void): void => {
  let known = select(store.getState());
  store.subscribe(() => {
    const part = select(store.getState());
    if (part === known) return;
    // Before `act`, which may dispatch.
    known = part;
    act(part);
  });
};
