import { consecutivePorts, MailCatcher, SquareSimulator } from '@geodes/testing';

export { ADMIN_PIN } from '@geodes/testing';

/**
 * Returns the first of two free ports in a row, chosen once per run. The test runner's workers inherit it through the
 * environment.
 */
const ownPorts = async (variable: string): Promise<number> => {
  process.env[variable] ??= String(await consecutivePorts(2));
  return Number(process.env[variable]);
};

/** A second gateway listens on the next port. */
export const PORT = await ownPorts('E2E_PORT');
export const SIMULATOR_PORT = await ownPorts('E2E_SIMULATOR_PORT');
/** SMTP listens on the next port. */
export const MAIL_CATCHER_PORT = await ownPorts('E2E_MAIL_CATCHER_PORT');
export const SHOP_URL = `http://localhost:${PORT}`;
export const SIMULATOR_URL = `http://127.0.0.1:${SIMULATOR_PORT}`;
export const MAIL_CATCHER_URL = `http://127.0.0.1:${MAIL_CATCHER_PORT}`;
/** Controls the Square simulator: its ledger, its dashboard and its faults. */
export const square = new SquareSimulator(SIMULATOR_URL);
/** Reads the letters that the shop sent. */
export const mail = new MailCatcher(MAIL_CATCHER_URL);
export const OWNER_EMAIL = 'owner@example.com';
/** Passed to `npm start` as SCALE: the number of instances of each service. */
export const SCALE = process.env.E2E_SCALE ?? '';
/** Number of demo geodes; 0 if a run needs no catalogue. Drawing them is what starting a shop takes longest. */
export const SEED_COUNT = Number(process.env.E2E_SEED_COUNT ?? 3);
/** Whether to draw all views of the demo geodes, and to wait for them and the showcase. */
export const WHOLE_SEED = process.env.E2E_WHOLE_SEED === '1';
/** Name of the run and of its results folder; parallel runs need different names. */
export const RUN = process.env.E2E_RUN ?? 'browser';
/** Paths of all public pages. */
export const PUBLIC_PAGES = [
  '/',
  '/gallery',
  '/showcase',
  '/our-story',
  '/wishlist',
  '/track-order',
  '/terms',
  '/return-policy',
] as const;
