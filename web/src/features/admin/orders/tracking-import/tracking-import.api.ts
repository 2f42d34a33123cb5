import type { TrackingImport } from '@geodes/contracts';
import { api } from '../../../../app/api.js';
import { LIST_TAGS, SHIP_TIMEOUT_MS } from '../orders.api.js';

const toRequest = (file: File) => {
  const body = new FormData();
  body.append('file', file);
  return { method: 'POST' as const, body, timeout: SHIP_TIMEOUT_MS };
};

const trackingImportApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Reports what an import would do. */
    checkTracking: build.mutation<TrackingImport, File>({
      query: (file) => ({ url: '/admin/orders/tracking/check', ...toRequest(file) }),
    }),
    /** Refetches the lists also after a failure, which may be partial. */
    importTracking: build.mutation<TrackingImport, File>({
      query: (file) => ({ url: '/admin/orders/tracking', ...toRequest(file) }),
      invalidatesTags: LIST_TAGS,
    }),
  }),
});

export const { useCheckTrackingMutation, useImportTrackingMutation } = trackingImportApi;
