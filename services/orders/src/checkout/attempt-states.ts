/**
 * How far a checkout is. Each state says what may already have happened outside this database:
 *
 * reserving    stock may be reserved
 * priced       an older version's: stock is reserved, the total is fixed, the discount claimed
 * authorising  the same, and the card may be authorised
 * authorised   the pivot: the order exists, the card is authorised; from here only forward
 * paid         the card is charged
 * voiding      given up before the pivot; the card may still be authorised
 * releasing    nothing is or will be charged; stock may still be reserved
 * refused      over, nothing charged, nothing reserved
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

/** The one table of what may follow what; every change of an attempt is checked against it. */
export const mayFollow = (from: AttemptState, to: AttemptState): boolean => NEXT[from].includes(to);

export const isOver = (state: AttemptState): state is 'paid' | 'refused' => state === 'paid' || state === 'refused';
