import { lateDialog } from '../../app/late-part.js';

export const zoom = lateDialog(async () => (await import('./zoom.js')).Zoom);
