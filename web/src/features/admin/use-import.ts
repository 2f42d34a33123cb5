import type { ImportCheck } from '@geodes/contracts';
import { useState } from 'react';
import { isApiError } from '../../app/api-error.js';
import { useCheckImportMutation, useImportGeodesMutation, type FileToImport } from './spreadsheets.api.js';

/** The server counts the same. */
const LIMIT_BYTES = 1024 * 1024;

/** How far an import is. */
export type ImportStep =
  | { name: 'choose' }
  | { name: 'checking' }
  | { name: 'checked'; chosen: FileToImport; check: ImportCheck }
  | { name: 'adding'; chosen: FileToImport; check: ImportCheck }
  | { name: 'added'; created: number };

/** The server's words, else ours: what became of the call, and what to do. */
const failureWords = (error: unknown): string => {
  if (isApiError(error) && error.message) return error.message;
  if (isApiError(error) && error.status === 0)
    return 'No answer came from the shop. Please try again: nothing is added twice.';
  return 'Something went wrong. Please try again.';
};

/** A copy in memory: what is added later is what was checked, whatever becomes of the file on the disk. */
const readFile = async (file: File): Promise<FileToImport> => ({
  file: new File([await file.arrayBuffer()], file.name, { type: 'text/csv' }),
  key: crypto.randomUUID(),
});

/** From a chosen file to its geodes in the shop. */
export const useImport = () => {
  const [step, setStep] = useState<ImportStep>({ name: 'choose' });
  const [failure, setFailure] = useState('');
  const [isLoggedOut, setLoggedOut] = useState(false);
  const [check] = useCheckImportMutation();
  const [add] = useImportGeodesMutation();

  const fail = (error: unknown) => {
    setLoggedOut(isApiError(error) && error.status === 401);
    setFailure(failureWords(error));
  };
  const forget = () => {
    setLoggedOut(false);
    setFailure('');
  };

  const look = async (chosen: FileToImport): Promise<void> => {
    setStep({ name: 'checking' });
    const { data, error } = await check(chosen);
    if (data) return setStep({ name: 'checked', chosen, check: data });
    fail(error);
    setStep({ name: 'choose' });
  };

  return {
    step,
    failure,
    isLoggedOut,
    startAnew: () => {
      forget();
      setStep({ name: 'choose' });
    },
    choose: async (file: File): Promise<void> => {
      forget();
      if (file.size > LIMIT_BYTES) return setFailure('The file must be smaller than 1 MB. Please split it.');
      const chosen = await readFile(file).catch(() => null);
      if (chosen) return look(chosen);
      setFailure('The file cannot be read. Please choose it again.');
    },
    confirm: async (): Promise<void> => {
      if (step.name !== 'checked') return;
      forget();
      setStep({ ...step, name: 'adding' });
      const { data, error } = await add({ ...step.chosen, expected: step.check.geodes.length });
      if (data) return setStep({ name: 'added', created: data.created });
      fail(error);
      if (isApiError(error) && error.code === 'CHANGED') return look(step.chosen);
      setStep(step);
    },
  };
};
