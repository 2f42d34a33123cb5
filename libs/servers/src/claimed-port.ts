import { closeSync, mkdirSync, openSync, statSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Long enough for what asked for a port to listen on it, milliseconds. */
const CLAIM_MS = 60_000;
const CLAIMS = join(tmpdir(), 'midwest-geodes-ports');

/**
 * Says to all shops of this machine that a free port is about to be listened on: two that start at the same moment do
 * not choose the same. False where another has just chosen it.
 */
export const claimPort = (port: number): boolean => {
  const claim = join(CLAIMS, String(port));
  try {
    mkdirSync(CLAIMS, { recursive: true, mode: 0o1777 });
    forgetOld(claim);
    closeSync(openSync(claim, 'wx'));
    return true;
  } catch (error) {
    // a machine where nothing can be written down has no other shop that could read it
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
};

const forgetOld = (claim: string): void => {
  const made = statSync(claim, { throwIfNoEntry: false })?.mtimeMs;
  if (made !== undefined && Date.now() - made > CLAIM_MS) unlinkSync(claim);
};
