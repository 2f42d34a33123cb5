import type { Output } from './output.js';
import type { Shop } from './shop.js';

export const endSessions = async (shop: Shop, output: Output): Promise<void> => {
  const done = await shop.call('gateway.end-sessions', {});
  const { ended } = done;
  const sessions = ended === 1 ? '1 session' : `${ended} sessions`;
  output.print(done, `${sessions} ended: whoever uses the panel next needs the PIN.`);
};
