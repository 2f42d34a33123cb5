import type { ChosenPicture, ImportCheck, ImportResult } from '@geodes/contracts';
import { api } from '../../app/api.js';

/** A megabyte over a slow line, and a thousand geodes with their history. */
const IMPORT_TIMEOUT_MS = 90_000;

export type Exported = 'orders' | 'geodes';
export const exportUrl = (of: Exported): string => `/api/admin/${of}.csv`;
export const SAMPLE_URL = '/api/admin/geodes/import/sample.csv';

/** A file to import. `key` tells one import from another: the same one, sent again, adds nothing. */
export interface FileToImport {
  file: File;
  key: string;
}

interface FileWithPictures extends FileToImport {
  pictures: ChosenPicture[];
}

const toRequest = ({ file, key, pictures }: FileWithPictures) => {
  const body = new FormData();
  // before the file: the shop reads on no further
  body.append('pictures', JSON.stringify(pictures));
  body.append('file', file);
  return { method: 'POST' as const, body, headers: { 'Idempotency-Key': key }, timeout: IMPORT_TIMEOUT_MS };
};

const spreadsheetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Whether an export would begin now. */
    askExport: build.mutation<null, Exported>({ query: (of) => ({ url: `/admin/${of}.csv`, method: 'HEAD' }) }),
    /** What an import would do. */
    checkImport: build.mutation<ImportCheck, FileWithPictures>({
      query: (file) => ({ url: '/admin/geodes/import/check', ...toRequest(file) }),
    }),
    importGeodes: build.mutation<ImportResult, FileWithPictures>({
      query: (file) => ({ url: '/admin/geodes/import', ...toRequest(file) }),
      invalidatesTags: (_result, error) =>
        error
          ? []
          : [
              { type: 'AdminGeode', id: 'LIST' },
              { type: 'Geode', id: 'LIST' },
              { type: 'Featured', id: 'LIST' },
            ],
    }),
  }),
});

export const { useAskExportMutation, useCheckImportMutation, useImportGeodesMutation } = spreadsheetsApi;
