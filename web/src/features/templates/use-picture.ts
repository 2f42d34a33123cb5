import { useEffect, useState } from 'react';
import openedGeode from '../../ui/drawings/opened-geode.svg';
import crystalSection from '../../ui/drawings/crystal-section.svg';
import hollowStone from '../../ui/drawings/hollow-stone-large.svg';
import { retryOnline } from '../../ui/connection.js';
import { pictureAt } from '../../ui/picture-source.js';
import type { Shown } from './draw-picture.js';
import { loadFaces } from './draw-text.js';

const drawings = {
  'opened-geode': { source: openedGeode, width: 640, height: 440 },
  'crystal-section': { source: crystalSection, width: 440, height: 420 },
  'hollow-stone': { source: hollowStone, width: 400, height: 360 },
};
export type SampleDrawing = keyof typeof drawings;

/** Drawings are rendered at this multiple of their size, to be sharp in a file. */
const SHARPNESS = 3;
const TIMEOUT_MS = 15_000;

const loaded = async (source: string): Promise<HTMLImageElement> => {
  const image = new Image();
  // A picture of another origin without CORS would taint the canvas, so loading it fails instead.
  image.crossOrigin = 'anonymous';
  image.src = source;
  await Promise.race([
    image.decode(),
    new Promise((_resolve, reject) => setTimeout(() => reject(new Error('The picture did not come.')), TIMEOUT_MS)),
  ]);
  return image;
};

/** Engravings are white lines on black: white becomes `colour`, black transparent. */
const engraved = async (name: SampleDrawing, colour: string): Promise<Shown> => {
  const { source, width, height } = drawings[name];
  const canvas = Object.assign(document.createElement('canvas'), {
    width: width * SHARPNESS,
    height: height * SHARPNESS,
  });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser cannot draw pictures.');
  context.drawImage(await loaded(source), 0, 0, canvas.width, canvas.height);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < pixels.data.length; at += 4)
    pixels.data[at + 3] = ((pixels.data[at] ?? 0) * (pixels.data[at + 3] ?? 0)) / 255;
  context.putImageData(pixels, 0, 0);
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = colour;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return { image: canvas, width: canvas.width, height: canvas.height, kind: 'drawing' };
};

const photograph = async (source: string): Promise<Shown> => {
  const image = await loaded(pictureAt(source, 1920));
  return { image, width: image.naturalWidth, height: image.naturalHeight, kind: 'photograph' };
};

interface Loaded {
  wanted: string;
  shown?: Shown;
  failed?: true;
}

/** Within half a minute. */
const MAX_RETRIES = 4;

/** Loads the picture of a geode, or else a drawing in the ink colour, and the fonts; again after a failure. */
export const usePicture = (source: string | undefined, sample: SampleDrawing, ink: string) => {
  const wanted = source ?? `${sample} ${ink}`;
  const [state, setState] = useState<Loaded>({ wanted: '' });
  useEffect(() => {
    let isWanted = true;
    let cancel: (() => void) | undefined;
    const load = (attempt: number) =>
      void Promise.all([source ? photograph(source) : engraved(sample, ink), loadFaces()]).then(
        ([shown]) => isWanted && setState({ wanted, shown }),
        () => {
          if (!isWanted) return;
          setState({ wanted, failed: true });
          if (attempt < MAX_RETRIES) cancel = retryOnline(attempt, () => load(attempt + 1));
        },
      );
    load(0);
    return () => {
      isWanted = false;
      cancel?.();
    };
  }, [source, sample, ink, wanted]);
  const isLoaded = state.wanted === wanted;
  return { shown: isLoaded ? state.shown : undefined, isReady: isLoaded, hasFailed: isLoaded && state.failed === true };
};
