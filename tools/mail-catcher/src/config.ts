const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
/** SMTP listens on the port after the page's. */
const LAST_PORT = 65_534;

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the environment; no other file does. Treats an empty variable as unset. Throws an Error that names the first
 * malformed one.
 */
export const readConfig = (environment: Record<string, string | undefined>) => {
  // read by hand: a schema library would take a quarter of this process's memory
  const { NAME, LOG_LEVEL, DATA_DIR, MAIL_CATCHER_HOST, MAIL_CATCHER_PORT, PUBLIC_URL } = environment;
  const port = Number(MAIL_CATCHER_PORT || 8095);
  if (!Number.isInteger(port) || port < 1 || port > LAST_PORT)
    throw new Error(`MAIL_CATCHER_PORT must be a port number up to ${LAST_PORT}, for example MAIL_CATCHER_PORT=8095.`);
  if (LOG_LEVEL && !LEVELS.includes(LOG_LEVEL)) throw new Error(`LOG_LEVEL must be one of ${LEVELS.join(', ')}.`);
  const shopUrl = PUBLIC_URL || 'http://localhost:8080';
  if (!URL.canParse(shopUrl) || !/^https?:/.test(shopUrl))
    throw new Error('PUBLIC_URL must be an address like http://…');
  return {
    name: NAME || 'mail-catcher',
    logLevel: LOG_LEVEL || 'info',
    mailFolder: `${DATA_DIR || '.local'}/mail`,
    // a container that publishes the page sets 0.0.0.0
    host: MAIL_CATCHER_HOST || '127.0.0.1',
    /** The page. */
    port,
    smtpPort: port + 1,
    /** Letters may show the shop's pictures, and nothing else from outside. */
    shopOrigin: new URL(shopUrl).origin,
  };
};
