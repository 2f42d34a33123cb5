import { useState } from 'react';

/** Returns true from the first time `now` is true. Keeps opened parts mounted for their closing animation. */
export const useLatch = (now: boolean): boolean => {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
};
