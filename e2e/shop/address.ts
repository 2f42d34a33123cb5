import { freePort, isPortFree } from '@geodes/servers';

/** Returns a free port, chosen once per run. The test runner's workers inherit it through the environment. */
const ownPort = async (variable: string): Promise<number> => {
  process.env[variable] ??= String(await choosePort());
  return Number(process.env[variable]);
};

/** Chooses a port whose successor is free too, because a second gateway listens there. */
const choosePort = async (): Promise<number> => {
  for (;;) {
    const port = await freePort();
    if (await isPortFree(port + 1)) return port;
  }
};

export const PORT = await ownPort('E2E_PORT');
export const SIMULATOR_PORT = await ownPort('E2E_SIMULATOR_PORT');
export const SHOP_URL = `http://localhost:${PORT}`;
export const SIMULATOR_URL = `http://127.0.0.1:${SIMULATOR_PORT}`;
export const ADMIN_PIN = '314159265';
/** Passed to `npm start` as SCALE: the number of instances of each service. */
export const SCALE = process.env.E2E_SCALE ?? '';
/** Number of demo geodes; 0 if a run needs no catalogue. Drawing them is what starting a shop takes longest. */
export const SEED_COUNT = Number(process.env.E2E_SEED_COUNT ?? 12);
/** Whether to draw all views of the demo geodes, and to wait for them and the showcase. */
export const WHOLE_SEED = process.env.E2E_WHOLE_SEED === '1';
/** Name of the run and of its results folder; parallel runs need different names. */
export const RUN = process.env.E2E_RUN ?? 'browser';
