import type { ChosenPicture, ImportCheck, ImportResult } from '@geodes/contracts';
import { useRef, useState } from 'react';
import { isApiError } from '../../../../app/api-error.js';
import { api } from '../../../../app/api.js';
import { geodeLists } from '../../../geodes/geodes.api.js';
import { ONE_FILE_TEXT, readFile } from '../../csv-import/csv-import.js';
import { type Failure, failureText } from '../../form/failure.js';
import { uploadPictures } from '../../pictures/upload-picture.js';
import { addFiles, findPictureProblems, firstPerName, leaveOutProblems, newImportKey } from './import-check.js';

/** Covers 1 MB over a slow line and the insertion of a thousand geodes with their audit entries. */
const IMPORT_TIMEOUT_MS = 90_000;

/** A file to import. `key` identifies the import: sending it again with the same key adds nothing. */
interface FileToImport {
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
      invalidatesTags: (_result, error) => (error ? [] : [{ type: 'AdminGeode', id: 'LIST' }, ...geodeLists]),
    }),
  }),
});

const { useCheckImportMutation, useImportGeodesMutation } = importApi;

interface Checked {
  chosen: FileToImport;
  pictures: readonly File[];
  check: ImportCheck;
}

/** The state of an import. */
export type ImportStep =
  | { name: 'choose'; pictures: readonly File[] }
  | { name: 'checking' }
  | ({ name: 'checked' } & Checked)
  | ({ name: 'uploading'; uploaded: number } & Checked)
  | ({ name: 'adding' } & Checked)
  | { name: 'done'; created: number };

const START: ImportStep = { name: 'choose', pictures: [] };

const NO_REPLY = 'No answer came from the shop. Please try again: nothing is added twice.';

/** Runs an import: choose, check, upload the pictures, add the geodes. */
export const useImport = () => {
  const [step, setStep] = useState<ImportStep>(START);
  const [failure, setFailure] = useState<Failure>();
  const [check] = useCheckImportMutation();
  const [add] = useImportGeodesMutation();
  /** Object paths of uploaded pictures. A retry after a failure sends only the others. */
  const uploaded = useRef(new Map<File, string>());
  const upload = useRef<AbortController>(null);

  const fail = (error: unknown) => setFailure({ error, text: failureText(error, NO_REPLY) });

  const checkFiles = async (chosen: FileToImport, pictures: readonly File[]): Promise<void> => {
    setStep({ name: 'checking' });
    const found = await findPictureProblems(pictures);
    const { data, error } = await check({ ...chosen, pictures: pictures.map(({ name }) => ({ name })) });
    if (!data) {
      fail(error);
      return setStep({ name: 'choose', pictures });
    }
    const problems = firstPerName([...found, ...data.pictureProblems]);
    setStep({ name: 'checked', chosen, pictures, check: { ...data, pictureProblems: problems } });
  };

  /** Resolves to whether all pictures are uploaded. */
  const sendPictures = async (checked: Checked): Promise<boolean> => {
    const controller = new AbortController();
    upload.current = controller;
    const { signal } = controller;
    const { pictures, check } = checked;
    const onUploaded = (count: number) => {
      if (!signal.aborted) setStep({ ...checked, name: 'uploading', uploaded: count });
    };
    const backToReport = (change: Partial<ImportCheck> = {}): false => {
      setStep({ ...checked, name: 'checked', check: { ...check, ...change } });
      return false;
    };
    try {
      const problems = await uploadPictures(pictures, uploaded.current, { signal, onUploaded });
      return problems.length === 0 || backToReport({ pictureProblems: problems });
    } catch (error) {
      if (!signal.aborted) fail(error);
      // Stops the other uploads.
      controller.abort();
      return backToReport();
    }
  };

  const pathsOf = (pictures: readonly File[]) =>
    pictures.map((file) => ({ name: file.name, path: uploaded.current.get(file) }));

  return {
    step,
    failure,
    restart: () => {
      setFailure(undefined);
      setStep(START);
    },
    choose: async (more: readonly File[]): Promise<void> => {
      if (step.name !== 'choose' && step.name !== 'checked') return;
      setFailure(undefined);
      const earlier = step.name === 'checked' ? step.chosen : undefined;
      const files = addFiles({ csv: earlier?.file, pictures: step.pictures }, more);
      if (!files) return setFailure({ error: undefined, text: ONE_FILE_TEXT });
      const { csv, pictures } = files;
      if (!csv) return setStep({ name: 'choose', pictures });
      if (csv === earlier?.file) return checkFiles(earlier, pictures);
      const file = await readFile(csv);
      if (typeof file === 'string') return setFailure({ error: undefined, text: file });
      return checkFiles({ file, key: newImportKey() }, pictures);
    },
    /** Leaves out the pictures that do not fit. */
    leaveOut: async (): Promise<void> => {
      if (step.name !== 'checked') return;
      setFailure(undefined);
      await checkFiles(step.chosen, leaveOutProblems(step.pictures, step.check.pictureProblems));
    },
    confirm: async (): Promise<void> => {
      if (step.name !== 'checked') return;
      setFailure(undefined);
      if (step.pictures.length > 0 && !(await sendPictures(step))) return;
      setStep({ ...step, name: 'adding' });
      const { data, error } = await add({ ...step.chosen, pictures: pathsOf(step.pictures) });
      if (data) return setStep({ name: 'done', created: data.created });
      fail(error);
      if (!isApiError(error) || error.status !== 400) return setStep(step);
      // The shop changed since the check. It may have removed the uploaded pictures.
      uploaded.current.clear();
      return checkFiles(step.chosen, step.pictures);
    },
    /** Stops the upload. A later attempt skips pictures that are uploaded already. */
    stop: () => upload.current?.abort(),
  };
};
