/** SCALE of `npm start`: two processes of each kind. */
export const TWO_OF_EACH = 'gateway=2,catalog=2,orders=2,payments=2,media=2';
/** `npm run test:full` has more. */
export const RACE_ROUNDS = Number(process.env.STRESS_RACE_ROUNDS ?? 1);
