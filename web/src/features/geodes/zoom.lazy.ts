import { preloadable } from '../../ui/preloadable.js';

export const zoom = preloadable(async () => (await import('./zoom.js')).Zoom);
