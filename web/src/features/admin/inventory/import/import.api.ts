import type { ChosenPicture, ImportCheck, ImportResult } from '@geodes/contracts';
import { api } from '../../../../app/api.js';

/** Covers 1 MB over a slow line and the insertion of a thousand geodes with their audit entries. */
const IMPORT_TIMEOUT_MS = 90_000;

export const SAMPLE_URL = '/api/admin/geodes/import/sample.csv';

/** A file to import. `key` identifies the import: sending it again with the same key adds nothing. */
export interface FileToImport {
  file: File;
  key: string;
}

interface FileWithPictures extends FileToImport {
  pictures: ChosenPicture[];
}

const toRequest = ({ file, key, pictures }: FileWithPictures) => {
  const body = new FormData();
  // Before the file: the gateway ignores every field after it.
  body.append('pictures', JSON.stringify(pictures));
  body.append('file', file);
  return { method: 'POST' as const, body, headers: { 'Idempotency-Key': key }, timeout: IMPORT_TIMEOUT_MS };
};

const importApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Reports what an import would do. */
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

export const { useCheckImportMutation, useImportGeodesMutation } = importApi;
