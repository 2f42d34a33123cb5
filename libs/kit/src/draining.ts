let draining = false;

/** Returns true once the process got its stop signal: it is no longer ready and only finishes work in flight. */
export const isDraining = (): boolean => draining;

export const beginDraining = (): void => {
  draining = true;
};
