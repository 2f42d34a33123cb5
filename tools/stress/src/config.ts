/** How long the trials of the tests are; `npm run test:full` makes them long. */
export const ROUNDS = {
  race: Number(process.env.STRESS_RACE_ROUNDS ?? 20),
  carts: Number(process.env.STRESS_CARTS_ROUNDS ?? 20),
};
export const CHAOS_ORDERS = Number(process.env.STRESS_CHAOS_ORDERS ?? 60);
/** How often every process is replaced. */
export const ROLLING_ROUNDS = Number(process.env.STRESS_ROLLING_ROUNDS ?? 1);
/** One chaos again, as it was. */
export const CHAOS_SEED = process.env.STRESS_CHAOS_SEED;
