/** A picture in the field: one that the shop keeps, or one on its way there. */
export interface Shot {
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

export type ShotAction =
  | { type: 'given'; paths: readonly string[] }
  | { type: 'chosen'; shots: readonly Pick<Shot, 'id' | 'file' | 'preview'>[] }
  | { type: 'progressed'; id: string; sent: number }
  | { type: 'kept'; id: string; path: string }
  | { type: 'failed'; id: string; problem: string; isLoggedOut: boolean }
  | { type: 'retried'; id: string }
  | { type: 'removed'; id: string }
  | { type: 'moved'; id: string; to: number };

/** How many pictures a geode or a showcase piece may have. */
export const MAX_PICTURES = 20;

const keptShot = (path: string): Shot => ({ id: path, state: 'kept', path, sent: 1 });

export const shotsOf = (paths: readonly string[]): Shot[] => [...new Set(paths)].map(keptShot);

/** What the shop keeps, in order; the first stands for the piece. */
export const pathsOf = (shots: readonly Shot[]): string[] => [
  ...new Set(shots.filter(({ state }) => state === 'kept').map(({ path }) => path)),
];

const moved = (shots: readonly Shot[], id: string, to: number): Shot[] => {
  const from = shots.findIndex((shot) => shot.id === id);
  const rest = shots.filter((shot) => shot.id !== id);
  const shot = shots[from];
  if (!shot || to < 0 || to >= shots.length) return [...shots];
  return [...rest.slice(0, to), shot, ...rest.slice(to)];
};

export const pictureList = (shots: Shot[], action: ShotAction): Shot[] => {
  const changed = (id: string, change: Partial<Shot>) =>
    shots.map((shot) => (shot.id === id ? { ...shot, ...change } : shot));
  switch (action.type) {
    case 'given':
      return shotsOf(action.paths);
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
      return moved(shots, action.id, action.to);
  }
};
