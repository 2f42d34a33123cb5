import { useState, type ReactNode } from 'react';
import { isApiError } from '../../../app/api-error.js';
import { PinDialog } from './pin-dialog.js';

/** Returns whether the server refused a call for lack of a recent PIN. A response to HEAD has no code. */
const needsPin = (error: unknown): boolean =>
  isApiError(error) && error.status === 403 && (error.code === 'PIN_REQUIRED' || error.code === undefined);

interface PinProof {
  /**
   * Runs a call. If the server refuses it for lack of a recent PIN, asks for the PIN and runs it again. Returns undefined if
   * the owner gives up.
   */
  run: <T extends { error?: unknown }>(call: () => Promise<T>) => Promise<T | undefined>;
  /** The dialog, to render beside what starts the call. */
  dialog: ReactNode;
}

export const usePinProof = (): PinProof => {
  const [done, setDone] = useState<(isProven: boolean) => void>();
  const finish = (isProven: boolean) => {
    done?.(isProven);
    setDone(undefined);
  };
  return {
    run: async (call) => {
      const result = await call();
      if (!needsPin(result.error)) return result;
      const isProven = await new Promise<boolean>((resolve) => setDone(() => resolve));
      return isProven ? call() : undefined;
    },
    dialog: <PinDialog open={done !== undefined} onDone={finish} />,
  };
};
