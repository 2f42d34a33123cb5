import type { CreateShowcaseItemBody, ShowcaseItem, Tier, UpdateShowcaseItemBody } from '@geodes/contracts';
import type { Verdict } from '@geodes/contracts/geode-fields';
import { videoAddress } from '../../showcase/video-address.js';
import { NONE } from '../form/tier-options.js';
import { unfinishedProblem, type UnfinishedPictures } from '../pictures/picture-list.js';

/** The values of the showcase form. */
export interface ShowcaseForm {
  title: string;
  description: string;
  videoUrl: string;
  tier: Exclude<Tier, ''> | typeof NONE;
  /** Object paths or URLs; the first is the main picture. */
  images: string[];
}

/** Limits of the server in characters. */
export const MAX_LENGTH = { title: 200, description: 5000, videoUrl: 2048 } as const;

/** The form as it opens: filled with an item, or empty for a new one. */
export const toForm = (item?: ShowcaseItem): ShowcaseForm => ({
  title: item?.title ?? '',
  // Text areas have line feeds only; else an unchanged text would count as changed.
  description: item?.description.replaceAll('\r\n', '\n') ?? '',
  videoUrl: item?.videoUrl ?? '',
  tier: item?.tier || NONE,
  images: item?.images ?? [],
});

/** Returns the validation rules of the form for react-hook-form: true, or an error text. */
export const showcaseFormRules = (item?: ShowcaseItem) => ({
  title: (value: string): Verdict => value.trim() !== '' || 'Title is required.',
  description: (value: string): Verdict => value.trim() !== '' || 'Description is required.',
  videoUrl: (value: string): Verdict => {
    if (value.trim() === '' || value === item?.videoUrl || videoAddress(value) !== null) return true;
    return 'Video URL must be the address of a YouTube or Vimeo video.';
  },
  images: (unfinished: UnfinishedPictures): Verdict => unfinishedProblem(unfinished) ?? true,
});

/** Returns the request body that adds an item. The form must be valid. A video is stored as its embed URL. */
export const newItemBody = ({ title, description, images, videoUrl, tier }: ShowcaseForm): CreateShowcaseItemBody => ({
  title: title.trim(),
  description: description.trim(),
  images,
  videoUrl: videoAddress(videoUrl),
  tier: tier === NONE ? null : tier,
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the request body that edits an item: only the changed fields. */
export const itemChanges = (item: ShowcaseItem, form: ShowcaseForm): UpdateShowcaseItemBody => {
  const before = toForm(item);
  const wanted = newItemBody(form);
  const changed = (Object.keys(wanted) as (keyof ShowcaseForm)[]).filter((field) => {
    const typed = form[field];
    return !isSame(typeof typed === 'string' ? typed.trim() : typed, before[field]);
  });
  return Object.fromEntries(changed.map((field) => [field, wanted[field]]));
};
