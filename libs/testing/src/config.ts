/** What a test run is told from outside: the addresses of servers that run already (JSON, see `TestServers`). */
export const TEST_SERVERS = process.env.TEST_SERVERS;
/** `off` keeps tests away from a Docker engine that answers. */
export const USE_DOCKER = process.env.TEST_DOCKER !== 'off';
