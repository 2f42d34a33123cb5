import type { CreateShowcaseItemBody, ShowcaseItem, Tier, UpdateShowcaseItemBody } from '@geodes/contracts';
import type { Verdict } from '@geodes/contracts/geode-fields';
import { embedUrl } from '../../showcase/embed-url.js';
import { NONE } from '../inventory/geode-form.js';
import { storedPaths, toFormPictures, unfinishedProblem, type FormPicture } from '../pictures/picture-list.js';

/** The values of the showcase form. */
export interface ShowcaseForm {
  title: string;
  description: string;
  videoUrl: string;
  tier: Exclude<Tier, ''> | typeof NONE;
  /** The first is the main picture. */
  pictures: FormPicture[];
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
  pictures: toFormPictures(item?.images ?? []),
});

/** Returns the validation rules of the form for react-hook-form: true, or an error text. */
export const showcaseFormRules = (item?: ShowcaseItem) => ({
  title: (value: string): Verdict => value.trim() !== '' || 'Title is required.',
  description: (value: string): Verdict => value.trim() !== '' || 'Description is required.',
  videoUrl: (value: string): Verdict => {
    if (value.trim() === '' || value === item?.videoUrl || embedUrl(value) !== null) return true;
    return 'Video URL must be the address of a YouTube or Vimeo video.';
  },
  pictures: (pictures: FormPicture[]): Verdict => unfinishedProblem(pictures) ?? true,
});

/** Returns the request body that adds an item. The form must be valid. A video is stored as its embed URL. */
export const newItemBody = ({
  title,
  description,
  pictures,
  videoUrl,
  tier,
}: ShowcaseForm): CreateShowcaseItemBody => ({
  title: title.trim(),
  description: description.trim(),
  images: storedPaths(pictures),
  videoUrl: embedUrl(videoUrl),
  tier: tier === NONE ? null : tier,
});

/** Returns the request body that edits an item: only the changed fields. */
export const itemChanges = (item: ShowcaseItem, form: ShowcaseForm): UpdateShowcaseItemBody => {
  const before = toForm(item);
  const { images, ...texts } = newItemBody(form);
  const isChanged = (name: keyof typeof texts) => form[name].trim() !== before[name];
  const isSame = JSON.stringify(images) === JSON.stringify(item.images);
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([name]) => isChanged(name as keyof typeof texts))),
    ...(isSame ? {} : { images }),
  };
};
