/** A picture in the field: one that the shop keeps, or one on its way there. */
export interface FormPicture {
  id: string;
  state: 'kept' | 'waiting' | 'sending' | 'failed';
  /** `/objects/…` or an address elsewhere; empty until it is kept. */
  path: string;
  /** What is shown of a chosen file: a blob: URL. */
  preview?: string;
  file?: File;
  /** How much was sent, 0 to 1; at 1 the shop is still looking at it. */
  sent: number;
  /** Why it was not kept, in the words for the owner. */
  problem?: string;
  /** The server knows no session any more. */
  isLoggedOut?: boolean;
}

export type PictureAction =
  | { type: 'given'; paths: readonly string[] }
  | { type: 'chosen'; shots: readonly Pick<FormPicture, 'id' | 'file' | 'preview'>[] }
  | { type: 'progressed'; id: string; sent: number }
  | { type: 'kept'; id: string; path: string }
  | { type: 'failed'; id: string; problem: string; isLoggedOut: boolean }
  | { type: 'retried'; id: string }
  | { type: 'removed'; id: string }
  | { type: 'moved'; id: string; to: number };

/** How many pictures a geode or a showcase piece may have. */
export const MAX_PICTURES = 20;

const storedPicture = (path: string): FormPicture => ({ id: path, state: 'kept', path, sent: 1 });

export const toFormPictures = (paths: readonly string[]): FormPicture[] => [...new Set(paths)].map(storedPicture);

/** What the shop keeps, in order; the first stands for the piece. */
export const storedPaths = (shots: readonly FormPicture[]): string[] => [
  ...new Set(shots.filter(({ state }) => state === 'kept').map(({ path }) => path)),
];

const movePicture = (shots: readonly FormPicture[], id: string, to: number): FormPicture[] => {
  const from = shots.findIndex((shot) => shot.id === id);
  const rest = shots.filter((shot) => shot.id !== id);
  const shot = shots[from];
  if (!shot || to < 0 || to >= shots.length) return [...shots];
  return [...rest.slice(0, to), shot, ...rest.slice(to)];
};

export const pictureReducer = (shots: FormPicture[], action: PictureAction): FormPicture[] => {
  const changed = (id: string, change: Partial<FormPicture>) =>
    shots.map((shot) => (shot.id === id ? { ...shot, ...change } : shot));
  switch (action.type) {
    case 'given':
      return toFormPictures(action.paths);
    case 'chosen':
      return [...shots, ...action.shots.map((shot) => ({ ...shot, state: 'waiting' as const, path: '', sent: 0 }))];
    case 'progressed':
      return changed(action.id, { state: 'sending', sent: action.sent });
    case 'kept':
      return changed(action.id, { state: 'kept', path: action.path, sent: 1, file: undefined });
    case 'failed':
      return changed(action.id, { state: 'failed', problem: action.problem, isLoggedOut: action.isLoggedOut });
    case 'retried':
      return changed(action.id, { state: 'waiting', sent: 0, problem: undefined, isLoggedOut: undefined });
    case 'removed':
      return shots.filter(({ id }) => id !== action.id);
    case 'moved':
      return movePicture(shots, action.id, action.to);
  }
};
