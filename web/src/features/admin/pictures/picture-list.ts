import { arrayMove } from '@dnd-kit/sortable';
import { GEODE_FIELDS } from '@geodes/contracts/geode-fields';

/** A picture of a form: stored in the shop, or being uploaded. */
export interface FormPicture {
  id: string;
  state: 'stored' | 'waiting' | 'sending' | 'failed';
  /** Object path or external URL; empty until the picture is stored. */
  path: string;
  /** The blob: URL of a chosen file. */
  preview?: string;
  file?: File;
  /** Sent share from 0 to 1. At 1 the server still checks the picture. */
  sent: number;
  /** Why the upload failed, as shown to the owner. */
  problem?: string;
  /** The upload failed because the owner is logged out. */
  isLoggedOut?: boolean;
}

export const isUploading = ({ state }: FormPicture): boolean => state === 'waiting' || state === 'sending';

/** Returns why the form cannot be sent yet; undefined if it can. */
export const unfinishedProblem = (pictures: readonly FormPicture[]): string | undefined => {
  if (pictures.some(({ state }) => state === 'failed'))
    return 'Not every picture is uploaded. Try those again or remove them.';
  return pictures.some(isUploading) ? 'Please wait until every picture is uploaded.' : undefined;
};

export type PictureAction =
  | { type: 'chosen'; pictures: readonly Pick<FormPicture, 'id' | 'file' | 'preview'>[] }
  | { type: 'progressed'; id: string; sent: number }
  | { type: 'stored'; id: string; path: string }
  | { type: 'failed'; id: string; problem: string; isLoggedOut: boolean }
  | { type: 'retried'; id: string }
  | { type: 'removed'; id: string }
  | { type: 'moved'; id: string; to: number };

/** Limit of the server, for a geode or a showcase item. */
export const MAX_PICTURES = GEODE_FIELDS.imageUrls.max;

const storedPicture = (path: string): FormPicture => ({ id: path, state: 'stored', path, sent: 1 });

export const toFormPictures = (paths: readonly string[]): FormPicture[] => [...new Set(paths)].map(storedPicture);

/** Returns the paths of the stored pictures in order, each once. */
export const storedPaths = (pictures: readonly FormPicture[]): string[] => [
  ...new Set(pictures.filter(({ state }) => state === 'stored').map(({ path }) => path)),
];

export const pictureReducer = (pictures: FormPicture[], action: PictureAction): FormPicture[] => {
  const changed = (id: string, change: Partial<FormPicture>) =>
    pictures.map((picture) => (picture.id === id ? { ...picture, ...change } : picture));
  switch (action.type) {
    case 'chosen':
      return [
        ...pictures,
        ...action.pictures.map((picture) => ({ ...picture, state: 'waiting' as const, path: '', sent: 0 })),
      ];
    case 'progressed':
      return changed(action.id, { state: 'sending', sent: action.sent });
    case 'stored':
      return changed(action.id, { state: 'stored', path: action.path, sent: 1, file: undefined });
    case 'failed':
      return changed(action.id, { state: 'failed', problem: action.problem, isLoggedOut: action.isLoggedOut });
    case 'retried':
      return changed(action.id, { state: 'waiting', sent: 0, problem: undefined, isLoggedOut: undefined });
    case 'removed':
      return pictures.filter(({ id }) => id !== action.id);
    case 'moved': {
      const from = pictures.findIndex(({ id }) => id === action.id);
      // it may have been removed while it was dragged
      return from < 0 ? pictures : arrayMove(pictures, from, action.to);
    }
  }
};
