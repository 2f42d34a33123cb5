/** The shop accepts at most this many geodes in one hold. */
export const MAX_HELD = 10;

/** Says how many of the geodes to be paid are held: the first ones, if not all. */
export const heldText = (held: number, all: number): { title: string; text: string } => {
  if (held >= all) return { title: 'Held for you', text: 'Off sale to everyone else while you pay.' };
  const rest = all - held === 1 ? 'The last' : `The last ${all - held}`;
  return {
    title: `${held} of your ${all} geodes ${held === 1 ? 'is' : 'are'} held for you`,
    text: `${rest} could be sold to somebody else until you have paid.`,
  };
};
