import { useState } from 'react';
import { logFailure } from '../../app/log.js';
import { saveFile } from './save-file.js';

/** Makes a file and hands it to the browser; `said` tells how it went, in words. */
export const useDownload = () => {
  const [said, setSaid] = useState('');
  const download = async (name: string, make: () => Promise<Blob>): Promise<void> => {
    try {
      saveFile(await make(), name);
      setSaid(`Saved as ${name}.`);
    } catch (error) {
      logFailure('The file could not be made', String(error));
      setSaid('The file could not be made. Please try again.');
    }
  };
  return { said, download };
};
