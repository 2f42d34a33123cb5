import type { Config, Variables } from './config.js';

/** Defaults above PORT and above the simulator's port, as in ports.mjs. */
const SIMULATOR_OFFSET = 10;
const MAIL_CATCHER_OFFSET = 5;

interface Ports {
  PORT: number;
  SQUARE_SIMULATOR_PORT: number;
  /** The letters' page; SMTP listens on the next port. */
  MAIL_CATCHER_PORT: number;
}
type Settings = Ports & Pick<Variables, 'SQUARE_ENVIRONMENT' | 'SMTP_URL' | 'NODE_ENV'>;

/** Adds the default ports of the simulator and the mail catcher. */
export const withDefaultPorts = <Values extends { PORT: number } & Partial<Ports>>(values: Values): Values & Ports => {
  const { SQUARE_SIMULATOR_PORT: simulator = values.PORT + SIMULATOR_OFFSET } = values;
  const { MAIL_CATCHER_PORT: mailCatcher = simulator + MAIL_CATCHER_OFFSET } = values;
  return { ...values, SQUARE_SIMULATOR_PORT: simulator, MAIL_CATCHER_PORT: mailCatcher };
};

/** Says whether letters are caught on this machine. In production a missing mail server means that none are sent. */
export const hasMailCatcher = ({ SMTP_URL, NODE_ENV }: Pick<Variables, 'SMTP_URL' | 'NODE_ENV'>): boolean =>
  !SMTP_URL && NODE_ENV !== 'production';

/** Lists the ports of the gateways, the simulator and the mail catcher, which the private servers must leave free. */
export const listPublicPorts = (config: Settings & Pick<Config, 'scale'>): number[] => [
  ...Array.from({ length: config.scale.gateway }, (_, index) => config.PORT + index),
  ...(config.SQUARE_ENVIRONMENT === 'simulator' ? [config.SQUARE_SIMULATOR_PORT] : []),
  ...(hasMailCatcher(config) ? [config.MAIL_CATCHER_PORT, config.MAIL_CATCHER_PORT + 1] : []),
];
