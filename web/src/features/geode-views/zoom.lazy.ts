import { OfflineNotice } from '../../app/load-failure.js';
import { preloadable } from '../../ui/preloadable.js';

export const zoom = preloadable(async () => (await import('./zoom.js')).Zoom, { Waiting: OfflineNotice });
