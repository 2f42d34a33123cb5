import type { Print } from './print.js';
import type { Shop } from './shop.js';

export const endSessions = async (shop: Shop, print: Print): Promise<void> => {
  const done = await shop.call('gateway.end-sessions', {});
  const { ended } = done;
  const sessions = ended === 1 ? '1 session' : `${ended} sessions`;
  print(done, `${sessions} ended: whoever uses the panel next needs the PIN.`);
};

/** Removes the owner's passkeys, for an owner who has lost them. */
export const forgetPasskeys = async (shop: Shop, print: Print): Promise<void> => {
  const done = await shop.call('catalog.forget-passkeys', {});
  const passkeys = done.forgotten === 1 ? '1 passkey' : `${done.forgotten} passkeys`;
  print(done, `${passkeys} removed: the PIN alone logs the owner in on a new device.`);
};
