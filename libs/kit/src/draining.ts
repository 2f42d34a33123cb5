/** Whether this process was told to end and only finishes what it has: a process leaves once, so there is one. */
let isLeavingNow = false;

/** True from the signal on: the process is no longer ready, whoever sends it work should send it elsewhere. */
export const isDraining = (): boolean => isLeavingNow;

export const beginDraining = (): void => {
  isLeavingNow = true;
};
