import type { Config, Variables } from './config.js';

export const LAST_PORT = 65_534;
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
  ...listToolPorts(config).flatMap(({ ports }) => ports),
];

/**
 * Lists what is wrong with the ports. The simulator and the mail catcher start first, so a gateway on one of theirs
 * could not listen.
 */
export const checkPublicPorts = (settings: Settings, gateways: number): string[] => {
  const first = settings.PORT;
  const last = first + gateways - 1;
  const tools = listToolPorts(settings);
  const problems = tools.flatMap(({ variable, ports, title }) => {
    const port = settings[variable];
    if (port > LAST_PORT) return [`${variable} is missing: PORT=${first} leaves no room for ${title} above it`];
    if (!ports.some((each) => each >= first && each <= last)) return [];
    const taken = gateways === 1 ? `is the gateway's (PORT=${first})` : `is one of the gateways' (${first} to ${last})`;
    return [
      `${variable}=${port} ${ports.length > 1 ? 'or the next port ' : ''}${taken}: ${advice(variable, last + 1)}`,
    ];
  });
  const [simulator, mailCatcher] = tools;
  if (simulator && mailCatcher?.ports.includes(settings.SQUARE_SIMULATOR_PORT))
    problems.push(
      `MAIL_CATCHER_PORT=${settings.MAIL_CATCHER_PORT} or the next port is the simulator's: ${advice('MAIL_CATCHER_PORT', settings.SQUARE_SIMULATOR_PORT + 1)}`,
    );
  return problems;
};

const advice = (variable: string, port: number): string => `give another one, for example ${variable}=${port}`;

/** Lists the tools that run, the simulator first. */
const listToolPorts = (settings: Settings) => {
  const { SQUARE_SIMULATOR_PORT: simulator, MAIL_CATCHER_PORT: mailCatcher } = settings;
  const tools = [
    {
      variable: 'SQUARE_SIMULATOR_PORT' as const,
      ports: [simulator],
      title: 'the simulator',
      runs: settings.SQUARE_ENVIRONMENT === 'simulator',
    },
    {
      variable: 'MAIL_CATCHER_PORT' as const,
      ports: [mailCatcher, mailCatcher + 1],
      title: 'the mail catcher',
      runs: hasMailCatcher(settings),
    },
  ];
  return tools.filter(({ runs }) => runs);
};
