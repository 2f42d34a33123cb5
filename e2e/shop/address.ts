/** Ports of the shop under test; others than a developer's own shop uses. */
export const PORT = Number(process.env.E2E_PORT ?? 28080);
export const SIMULATOR_PORT = Number(process.env.E2E_SIMULATOR_PORT ?? 28090);
export const SHOP_URL = `http://localhost:${PORT}`;
export const SIMULATOR_URL = `http://127.0.0.1:${SIMULATOR_PORT}`;
export const ADMIN_PIN = '314159265';
export const SEED_COUNT = 24;
