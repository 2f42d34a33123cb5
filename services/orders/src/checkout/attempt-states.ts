/**
 * Each state says what may already have happened outside this database:
 *
 * reserving    geodes may be reserved
 * priced       only older versions wrote it: geodes reserved, total fixed, discount claimed
 * authorising  as priced, and the card may be authorised
 * authorised   the pivot: the order exists and the card is authorised
 * paid         over: the card is charged
 * voiding      given up before the pivot: the card may be authorised
 * releasing    nothing is or will be charged: geodes may be reserved
 * refused      over: nothing charged, nothing reserved
 */
export const ATTEMPT_STATES = [
  'reserving',
  'priced',
  'authorising',
  'authorised',
  'paid',
  'voiding',
  'releasing',
  'refused',
] as const;

export type AttemptState = (typeof ATTEMPT_STATES)[number];

const NEXT: Record<AttemptState, readonly AttemptState[]> = {
  reserving: ['authorising', 'releasing', 'refused'],
  priced: ['authorising', 'releasing'],
  authorising: ['authorised', 'voiding', 'releasing'],
  authorised: ['paid', 'releasing'],
  voiding: ['releasing'],
  releasing: ['refused'],
  paid: [],
  refused: [],
};

/** Every transition of an attempt is checked against this table. */
export const mayFollow = (from: AttemptState, to: AttemptState): boolean => NEXT[from].includes(to);

export const isOver = (state: AttemptState): state is 'paid' | 'refused' => state === 'paid' || state === 'refused';
