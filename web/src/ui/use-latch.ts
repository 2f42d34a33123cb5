import { useState } from 'react';

/** True from the first time that it was true: what has been open once stays mounted, so that it can leave gracefully. */
export const useLatch = (now: boolean): boolean => {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
};
