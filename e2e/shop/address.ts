import { freePort, isPortFree } from '@geodes/servers';

/** A port that nobody has, chosen once a run: the test runner's workers find it in their environment. */
const ownPort = async (variable: string): Promise<number> => {
  process.env[variable] ??= String(await choosePort());
  return Number(process.env[variable]);
};

/** The next one is free too: a second gateway takes it. */
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
/** As SCALE of `npm start`: several of a kind. */
export const SCALE = process.env.E2E_SCALE ?? '';
/** Demo stones; none where a run needs no catalogue. */
export const SEED_COUNT = Number(process.env.E2E_SEED_COUNT ?? 24);
/** Also the showcase and all views of the demo stones, for those who look at them. */
export const WHOLE_SEED = process.env.E2E_WHOLE_SEED === '1';
/** Runs side by side each have a name: it is that of their results. */
export const RUN = process.env.E2E_RUN ?? 'browser';
