import {
  NATS_USERS,
  natsPermissions,
  type NatsUser,
  REDIS_USERS,
  redisKeys,
  type RedisUser,
} from '@geodes/contracts/access';

/** The administrator of a private NATS or Redis. No process of the shop gets this user's password. */
export const ADMINISTRATOR = 'geodes';

/** Returns a password by its name: `nats.orders`, `redis.orders`. */
export type PasswordOf = (name: `nats.${NatsUser}` | `redis.${RedisUser}`) => string;

/** Returns the server's URL with this user. */
export const withUser = (url: string, username: string, password: string): string =>
  Object.assign(new URL(url), { username, password }).href;

/** A response may take as long as the longest request, a reconciliation of a day. */
const RESPONSES = 'allow_responses: { max: 1, expires: "10m" }';

/**
 * Builds the configuration file of NATS: a user for each process, with the subjects of `libs/contracts/src/access.ts`.
 * @param listen host:port
 * @param administrator password of a user without limits; unset: there is none
 */
export function natsSettings(listen: string, passwordOf: PasswordOf, administrator?: string): string {
  const users = NATS_USERS.map((user) => {
    const { publish, subscribe, responds } = natsPermissions(user);
    const permissions = [
      `publish: ${JSON.stringify(publish)}`,
      `subscribe: ${JSON.stringify(subscribe)}`,
      ...(responds ? [RESPONSES] : []),
    ];
    return `{ user: "${user}", password: "${passwordOf(`nats.${user}`)}", permissions: { ${permissions.join(', ')} } }`;
  });
  if (administrator) users.push(`{ user: "${ADMINISTRATOR}", password: "${administrator}" }`);
  return textOf([
    `listen: "${listen}"`,
    // One page of the owner's list: up to 500 geodes with up to 5,000 characters each.
    'max_payload: 8MB',
    'authorization {',
    '  timeout: 5',
    '  users: [',
    ...users.map((user) => `    ${user}`),
    '  ]',
    '}',
  ]);
}

/** Reads, writes and scripts, as BullMQ needs them; without those that show or change other users' keys. */
const DATA_COMMANDS =
  '+@read +@write +@transaction -@dangerous -scan -randomkey -dbsize ' +
  '+ping +info +time +eval +evalsha +script|load +client|setname';

const COMMANDS: Record<RedisUser, string> = {
  gateway: DATA_COMMANDS,
  catalog: DATA_COMMANDS,
  orders: DATA_COMMANDS,
  migrations: '+ping +info +scan +unlink',
  health: '+ping',
};

/**
 * Builds the `user` lines of redis.conf: one user for each process, limited to its keys; the default user cannot log in.
 * @param administrator password of a user without limits; unset: there is none
 */
export function redisUserSettings(passwordOf: PasswordOf, administrator?: string): string[] {
  const users = REDIS_USERS.map((user) => {
    const keys = redisKeys(user).map((pattern) => `~${pattern}`);
    return ['user', user, 'on', `>${passwordOf(`redis.${user}`)}`, ...keys, COMMANDS[user]].join(' ');
  });
  return [
    // Redis replays its append-only file as this user, so it keeps its rights; `off` lets no client in
    'user default off resetpass ~* +@all',
    ...users,
    ...(administrator ? [`user ${ADMINISTRATOR} on >${administrator} ~* +@all`] : []),
  ];
}

/** As `npm start` configures Redis; maxmemory stays below the container's limit, so a full Redis reports an error. */
export const containerRedisSettings = (passwordOf: PasswordOf): string =>
  textOf([
    'bind * -::*',
    ...redisUserSettings(passwordOf),
    'dir /data',
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    'maxmemory 192mb',
    'maxmemory-policy noeviction',
    'loglevel notice',
  ]);

const textOf = (lines: string[]): string => `${lines.join('\n')}\n`;
