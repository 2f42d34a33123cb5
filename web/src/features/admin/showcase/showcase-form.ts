import type { CreateShowcaseItemBody, ShowcaseItem, Tier, UpdateShowcaseItemBody } from '@geodes/contracts';
import { tierNames } from '../../geodes/geode-labels.js';
import { videoAddress } from '../../showcase/video-address.js';
import type { UnfinishedPictures } from '../pictures/pictures-field.js';

/** A select has no item with an empty value: this one stands for no tier. */
const NONE = 'none';

/** The showcase form as typed. */
export interface ShowcaseForm {
  title: string;
  description: string;
  videoUrl: string;
  tier: Exclude<Tier, ''> | typeof NONE;
  /** Object paths or addresses; the first one is the main picture. */
  images: string[];
}

/** What the server takes at most, letters. */
export const MAX_LENGTH = { title: 200, description: 5000, videoUrl: 2048 } as const;

export const tierOptions: { value: ShowcaseForm['tier']; label: string }[] = [
  { value: NONE, label: 'None' },
  ...Object.entries(tierNames).map(([tier, name]) => ({
    value: tier as Exclude<Tier, ''>,
    label: `${tier}, ${name}`,
  })),
];

/** The form as it opens: filled with an item, or empty for a new one. */
export const toForm = (item?: ShowcaseItem): ShowcaseForm => ({
  title: item?.title ?? '',
  // as a text field has it
  description: item?.description.replaceAll('\r\n', '\n') ?? '',
  videoUrl: item?.videoUrl ?? '',
  tier: item?.tier || NONE,
  images: item?.images ?? [],
});

type Verdict = true | string;

/** The rules of the form, each a verdict for react-hook-form: true, or what is wrong in words. */
export const showcaseFormRules = (item?: ShowcaseItem) => ({
  title: (value: string): Verdict => value.trim() !== '' || 'Title is required.',
  description: (value: string): Verdict => value.trim() !== '' || 'Description is required.',
  videoUrl: (value: string): Verdict => {
    if (value.trim() === '' || value === item?.videoUrl || videoAddress(value) !== null) return true;
    return 'Video URL must be the address of a YouTube or Vimeo video.';
  },
  images: ({ uploading, failed }: UnfinishedPictures): Verdict => {
    if (failed > 0) return 'Not every picture is uploaded. Try those again or remove them.';
    return uploading === 0 || 'Please wait until every picture is uploaded.';
  },
});

/** Body of the call that adds an item; the form is valid. A film is kept as the address that shows it in a frame. */
export const newItemBody = ({ title, description, images, videoUrl, tier }: ShowcaseForm): CreateShowcaseItemBody => ({
  title: title.trim(),
  description: description.trim(),
  images,
  videoUrl: videoAddress(videoUrl),
  tier: tier === NONE ? null : tier,
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Body of the call that edits an item: only what differs from it as it was read. */
export const itemChanges = (item: ShowcaseItem, form: ShowcaseForm): UpdateShowcaseItemBody => {
  const before = toForm(item);
  const wanted = newItemBody(form);
  const changed = (Object.keys(wanted) as (keyof ShowcaseForm)[]).filter((field) => {
    const typed = form[field];
    return !isSame(typeof typed === 'string' ? typed.trim() : typed, before[field]);
  });
  return Object.fromEntries(changed.map((field) => [field, wanted[field]]));
};
