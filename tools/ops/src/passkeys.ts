import type { Output } from './output.js';
import type { Shop } from './shop.js';

/** Removes the owner's passkeys, for an owner who has lost them. */
export const forgetPasskeys = async (shop: Shop, output: Output): Promise<void> => {
  const done = await shop.call('catalog.forget-passkeys', {});
  const passkeys = done.forgotten === 1 ? '1 passkey' : `${done.forgotten} passkeys`;
  output.print(done, `${passkeys} removed: the PIN alone logs the owner in on a new device.`);
};
