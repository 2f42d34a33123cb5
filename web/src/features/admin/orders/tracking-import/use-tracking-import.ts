import type { TrackingImport } from '@geodes/contracts';
import { useState } from 'react';
import { isApiError, messageOf } from '../../../../app/api-error.js';
import { api } from '../../../../app/api.js';
import { readFile } from '../../csv-import/csv-drop-zone.js';
import { useSaveFailure } from '../../form/save-failure.js';
import { LIST_TAGS, SHIP_TIMEOUT_MS } from '../orders.api.js';

const toRequest = (file: File) => {
  const body = new FormData();
  body.append('file', file);
  return { method: 'POST' as const, body, timeout: SHIP_TIMEOUT_MS };
};

const { useCheckTrackingMutation, useImportTrackingMutation } = api.injectEndpoints({
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

/** The state of an import. */
export type TrackingImportStep =
  | { name: 'choose' }
  | { name: 'checking' }
  | { name: 'checked' | 'importing'; file: File; check: TrackingImport }
  | { name: 'done'; result: TrackingImport };

const failureText = (error: unknown): string =>
  isApiError(error) && error.status > 0 && error.status < 500
    ? messageOf(error, 'Please try again.')
    : 'The shop did not answer in time. Please try again: nothing happens twice.';

/** Runs an import: choose, check, import. */
export const useTrackingImport = () => {
  const [step, setStep] = useState<TrackingImportStep>({ name: 'choose' });
  const { failure, isLoggedOut, clearFailure, showFailure } = useSaveFailure();
  const [check] = useCheckTrackingMutation();
  const [run] = useImportTrackingMutation();

  const fail = (error: unknown) => showFailure(error, failureText(error));
  return {
    step,
    failure,
    isLoggedOut,
    restart: () => {
      clearFailure();
      setStep({ name: 'choose' });
    },
    choose: async (chosen: File): Promise<void> => {
      clearFailure();
      const file = await readFile(chosen);
      if (typeof file === 'string') return showFailure(undefined, file);
      setStep({ name: 'checking' });
      const { data, error } = await check(file);
      if (data) return setStep({ name: 'checked', file, check: data });
      fail(error);
      setStep({ name: 'choose' });
    },
    confirm: async (): Promise<void> => {
      if (step.name !== 'checked') return;
      clearFailure();
      setStep({ ...step, name: 'importing' });
      const { data, error } = await run(step.file);
      if (data) return setStep({ name: 'done', result: data });
      fail(error);
      setStep(step);
    },
  };
};
