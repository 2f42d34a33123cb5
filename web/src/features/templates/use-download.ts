import { useState } from 'react';
import { logFailure } from '../../app/log.js';

/** Saves a file to the browser's downloads. */
const saveFile = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  // Delayed, because the browser must have started to read it.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
};

/** Renders a PNG of exactly `width` by `height` pixels. Throws if the browser cannot. */
export const pngOf = async (
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
): Promise<Blob> => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures.');
  draw(context);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!file) throw new Error('The picture could not be made.');
  return file;
};

/** Makes a file and saves it; `status` is the status message. */
export const useDownload = () => {
  const [status, setStatus] = useState('');
  const download = async (name: string, make: () => Blob | Promise<Blob>): Promise<void> => {
    try {
      saveFile(await make(), name);
      setStatus(`Saved as ${name}.`);
    } catch (error) {
      logFailure('The file could not be made', String(error));
      setStatus('The file could not be made. Please try again.');
    }
  };
  return { status, download };
};
