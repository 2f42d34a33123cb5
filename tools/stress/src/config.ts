/** SCALE of `npm start`: two processes of each kind. */
export const TWO_OF_EACH = 'gateway=2,catalog=2,orders=2,payments=2,media=2';
/** Lengths of the stress tests; `npm run test:full` makes them longer. */
export const ROUNDS = {
  race: Number(process.env.STRESS_RACE_ROUNDS ?? 1),
  carts: Number(process.env.STRESS_CARTS_ROUNDS ?? 20),
};
export const CHAOS_ORDERS = Number(process.env.STRESS_CHAOS_ORDERS ?? 60);
/** How often each process is replaced. */
export const ROLLING_ROUNDS = Number(process.env.STRESS_ROLLING_ROUNDS ?? 1);
/** Repeats a chaos test with its seed. */
export const CHAOS_SEED = process.env.STRESS_CHAOS_SEED;
