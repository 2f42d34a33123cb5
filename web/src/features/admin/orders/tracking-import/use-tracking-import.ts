import type { TrackingImport } from '@geodes/contracts';
import { useState } from 'react';
import { isApiError, messageOf } from '../../../../app/api-error.js';
import { api } from '../../../../app/api.js';
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

/** The server has the same limit. */
const MAX_FILE_BYTES = 1024 * 1024;

/** The state of an import. */
export type TrackingImportStep =
  | { name: 'choose' }
  | { name: 'checking' }
  | { name: 'checked' | 'importing'; file: File; check: TrackingImport }
  | { name: 'imported'; result: TrackingImport };

/** Copies the file into memory, so that what was checked is imported even if the file changes on disk. */
const readFile = async (file: File): Promise<File> =>
  new File([await file.arrayBuffer()], file.name, { type: 'text/csv' });

const failureText = (error: unknown): string =>
  isApiError(error) && error.status > 0 && error.status < 500
    ? messageOf(error, 'Please try again.')
    : 'The shop did not answer in time. Please try again: nothing happens twice.';

/** Runs an import: choose, check, import. */
export const useTrackingImport = () => {
  const [step, setStep] = useState<TrackingImportStep>({ name: 'choose' });
  const [failure, setFailure] = useState('');
  const [isLoggedOut, setLoggedOut] = useState(false);
  const [check] = useCheckTrackingMutation();
  const [run] = useImportTrackingMutation();

  const fail = (error: unknown) => {
    setLoggedOut(isApiError(error) && error.status === 401);
    setFailure(failureText(error));
  };
  const clearFailure = () => {
    setLoggedOut(false);
    setFailure('');
  };
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
      if (chosen.size > MAX_FILE_BYTES) return setFailure('The file must be smaller than 1 MB. Please split it.');
      const file = await readFile(chosen).catch(() => null);
      if (!file) return setFailure('The file cannot be read. Please choose it again.');
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
      if (data) return setStep({ name: 'imported', result: data });
      fail(error);
      setStep(step);
    },
  };
};
