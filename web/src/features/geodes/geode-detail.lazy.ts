import { OfflineNotice } from '../../app/load-failure.js';
import { preloadable } from '../../ui/preloadable.js';

export const geodeDetail = preloadable(async () => (await import('./geode-detail.js')).GeodeDetail, {
  Waiting: OfflineNotice,
});
