/** URLs of servers that already run, as JSON (see `ServerUrls`); unset: the tests start their own. */
export const TEST_SERVERS = process.env.TEST_SERVERS;
/** `TEST_DOCKER=off` makes tests ignore a running Docker engine. */
export const USE_DOCKER = process.env.TEST_DOCKER !== 'off';
