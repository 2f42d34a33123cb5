import type { ImportCheck } from '@geodes/contracts';
import { useRef, useState } from 'react';
import { isApiError } from '../../../../app/api-error.js';
import { firstPerName, findPictureProblems, addFiles, leaveOutProblems, newImportKey } from './import-files.js';
import { useCheckImportMutation, useImportGeodesMutation, type FileToImport } from './import.api.js';
import { uploadPictures } from '../../pictures/upload-picture.js';

/** The server has the same limit. */
const MAX_FILE_BYTES = 1024 * 1024;

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
  | { name: 'added'; created: number };

const START: ImportStep = { name: 'choose', pictures: [] };

/** Returns the server's message, else what happened to the request and what to do. */
const failureText = (error: unknown): string => {
  if (isApiError(error) && error.message) return error.message;
  if (isApiError(error) && error.status === 0)
    return 'No answer came from the shop. Please try again: nothing is added twice.';
  return 'Something went wrong. Please try again.';
};

/** Copies the file into memory, so that the import adds what was checked even if the file changes on disk. */
const readFile = async (file: File): Promise<FileToImport> => ({
  file: new File([await file.arrayBuffer()], file.name, { type: 'text/csv' }),
  key: newImportKey(),
});

/** Runs an import: choose, check, upload the pictures, add the geodes. */
export const useImport = () => {
  const [step, setStep] = useState<ImportStep>(START);
  const [failure, setFailure] = useState('');
  const [isLoggedOut, setLoggedOut] = useState(false);
  const [check] = useCheckImportMutation();
  const [add] = useImportGeodesMutation();
  /** Object paths of uploaded pictures. A retry after a failure sends only the others. */
  const uploaded = useRef(new Map<File, string>());
  const upload = useRef<AbortController>(null);

  const fail = (error: unknown) => {
    setLoggedOut(isApiError(error) && error.status === 401);
    setFailure(failureText(error));
  };
  const clearFailure = () => {
    setLoggedOut(false);
    setFailure('');
  };

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
    isLoggedOut,
    restart: () => {
      clearFailure();
      setStep(START);
    },
    choose: async (more: readonly File[]): Promise<void> => {
      if (step.name !== 'choose' && step.name !== 'checked') return;
      clearFailure();
      const earlier = step.name === 'checked' ? step.chosen : undefined;
      const files = addFiles({ csv: earlier?.file, pictures: step.pictures }, more);
      if (!files) return setFailure('Please choose one CSV file at a time.');
      const { csv, pictures } = files;
      if (!csv) return setStep({ name: 'choose', pictures });
      if (csv.size > MAX_FILE_BYTES) return setFailure('The file must be smaller than 1 MB. Please split it.');
      const chosen = csv === earlier?.file ? earlier : await readFile(csv).catch(() => null);
      if (chosen) return checkFiles(chosen, pictures);
      setFailure('The file cannot be read. Please choose it again.');
    },
    /** Leaves out the pictures that do not fit. */
    leaveOut: async (): Promise<void> => {
      if (step.name !== 'checked') return;
      clearFailure();
      await checkFiles(step.chosen, leaveOutProblems(step.pictures, step.check.pictureProblems));
    },
    confirm: async (): Promise<void> => {
      if (step.name !== 'checked') return;
      clearFailure();
      if (step.pictures.length > 0 && !(await sendPictures(step))) return;
      setStep({ ...step, name: 'adding' });
      const { data, error } = await add({ ...step.chosen, pictures: pathsOf(step.pictures) });
      if (data) return setStep({ name: 'added', created: data.created });
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
