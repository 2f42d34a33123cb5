import { preloadable } from '../../ui/preloadable.js';

export const geodeDetail = preloadable(async () => (await import('./geode-detail.js')).GeodeDetail);
