import { ConfigError, instanceName, parseScale, readConfig } from './config.js';

const problemsOf = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('readConfig', () => {
  it('applies the defaults of the contract', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:8080',
      DATA_DIR: expect.stringMatching(/^\/.*\/\.local$/),
      SEED: 'demo',
      SEED_COUNT: 48,
      SEED_VIEWS: 9,
      SQUARE_ENVIRONMENT: 'simulator',
      SQUARE_SIMULATOR_PORT: 8090,
      MAIL_CATCHER_PORT: 8095,
      SQUARE_SIMULATOR_LATENCY_MS: 0,
      RATE_LIMIT: 'on',
      LOG_LEVEL: 'info',
      external: { postgres: undefined, redis: undefined, nats: undefined, s3: undefined },
    });
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', ADMIN_PIN: '', SQUARE_ENVIRONMENT: '' }).PORT).toBe(8080);
  });

  it('derives PUBLIC_URL from the port', () => {
    expect(readConfig({ PORT: '9000' }).PUBLIC_URL).toBe('http://localhost:9000');
    expect(readConfig({ PUBLIC_URL: 'https://shop.example/' }).PUBLIC_URL).toBe('https://shop.example');
    expect(problemsOf({ PUBLIC_URL: 'https://shop.example/stones' })).toEqual([
      expect.stringContaining('must end after the host'),
    ]);
  });

  it('puts the simulator ten ports above the shop', () => {
    expect(readConfig({ PORT: '9000' }).SQUARE_SIMULATOR_PORT).toBe(9010);
  });

  it('puts the letters five ports above the simulator', () => {
    expect(readConfig({ PORT: '9000' }).MAIL_CATCHER_PORT).toBe(9015);
    expect(readConfig({ SQUARE_SIMULATOR_PORT: '9100' }).MAIL_CATCHER_PORT).toBe(9105);
  });

  it('shows warnings on a terminal unless LOG_LEVEL names a level', () => {
    expect(readConfig({})).toMatchObject({ LOG_LEVEL: 'info', screenLevel: 'warn' });
    expect(readConfig({ LOG_LEVEL: 'info' })).toMatchObject({ LOG_LEVEL: 'info', screenLevel: 'info' });
  });

  it('accepts up to 100,000 demo geodes', () => {
    expect(readConfig({ SEED_COUNT: '100000' }).SEED_COUNT).toBe(100_000);
    expect(readConfig({ SEED_COUNT: '0' }).SEED_COUNT).toBe(0);
  });

  it('accepts fractions of a minute for holds', () => {
    expect(readConfig({ HOLD_MINUTES: '0.05' }).HOLD_MINUTES).toBe(0.05);
  });

  it('passes the IP addresses and CIDR blocks of proxies to the gateway', () => {
    const TRUST_PROXY = '127.0.0.1, 10.0.0.0/8,::1';
    expect(readConfig({ TRUST_PROXY }).gatewayEnv).toEqual({ TRUST_PROXY });
  });

  it('passes the mail server and the contact email to orders', () => {
    const mail = {
      SMTP_URL: 'smtps://user:secret@mail.example:465',
      MAIL_FROM: 'Midwest Geodes <shop@example.com>',
      OWNER_EMAIL: 'none',
    };
    const contact = { CONTACT_EMAIL: 'help@example.com', CONTACT_PHONE: '1', CONTACT_LOCATION: 'Keokuk' };
    const config = readConfig({ ...mail, ...contact });
    expect(config.ordersEnv).toEqual({ ...mail, CONTACT_EMAIL: contact.CONTACT_EMAIL });
    expect([config.gatewayEnv, config.inheritedEnv]).toEqual([contact, {}]);
  });

  it.each(['12345678', '1234567890', 'abcdefghi', '12345678a', '123 456 789'])('refuses the PIN %s', (pin) => {
    expect(problemsOf({ ADMIN_PIN: pin })).toEqual([expect.stringContaining('ADMIN_PIN must be exactly 9 digits')]);
  });

  it.each([
    [{ PORT: '0' }, 'PORT must be a port number'],
    [{ PORT: 'http' }, 'PORT must be a port number'],
    [{ PORT: '0x1f90' }, 'PORT must be a port number'],
    [{ SEED: 'all' }, 'SEED must be demo or none'],
    [{ SEED_COUNT: '1.5' }, 'SEED_COUNT must be a whole number'],
    [{ SEED_COUNT: '1e2' }, 'SEED_COUNT must be a whole number'],
    [{ SEED_COUNT: '100001' }, 'SEED_COUNT must be at most 100000'],
    [{ SQUARE_SIMULATOR_LATENCY_MS: '60001' }, 'SQUARE_SIMULATOR_LATENCY_MS must be at most 60000'],
    [{ SQUARE_SIMULATOR_LATENCY_MS: '0.5' }, 'SQUARE_SIMULATOR_LATENCY_MS must be whole milliseconds'],
    [{ HOLD_MINUTES: '0' }, 'HOLD_MINUTES must be more than 0'],
    [{ HOLD_MINUTES: '1e1' }, 'HOLD_MINUTES must be a number of minutes'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must list the addresses'],
    [{ TRUST_PROXY: '10.0.0.5, 10.0.0.0/40' }, 'TRUST_PROXY must list the addresses'],
    [{ ADMIN_PIN_HASH: '314159265' }, 'ADMIN_PIN_HASH must be scrypt'],
    [{ CONTACT_EMAIL: 'support' }, 'CONTACT_EMAIL must be an e-mail address'],
    [{ SMTP_URL: 'http://mail.example' }, 'SMTP_URL must be an address like smtps://'],
    [{ SMTP_URL: 'mail.example:587' }, 'SMTP_URL must be an address like smtps://'],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL must be an address like smtps://'],
    [{ MAIL_FROM: 'Midwest Geodes' }, 'MAIL_FROM must be an e-mail address, or a name with one'],
    [{ MAIL_FROM: 'Shop <shop@example.com>\nBcc: a@b' }, 'MAIL_FROM must be an e-mail address, or a name with one'],
    [{ OWNER_EMAIL: 'nobody' }, 'OWNER_EMAIL must be an e-mail address, or none'],
    [{ MAIL_CATCHER_PORT: '65535' }, 'MAIL_CATCHER_PORT must be a port number'],
    [{ DATABASE_URL: 'mysql://localhost' }, 'DATABASE_URL must be an address like postgres://'],
    [{ RATE_LIMIT: 'maybe' }, 'RATE_LIMIT must be on or off'],
    [{ SCALE: 'orders=0' }, 'SCALE: orders can run 1 to 16 times'],
  ])('refuses %j with an explanation', (environment, text) => {
    expect(problemsOf(environment as Record<string, string>)).toEqual([expect.stringContaining(text)]);
  });

  it('reports all problems together without repeating a secret', () => {
    const problems = problemsOf({ PORT: 'x', ADMIN_PIN: '4711-secret', NATS_URL: 'secret', SMTP_URL: 'a:secret@b' });
    expect(problems).toHaveLength(4);
    expect(problems.join()).not.toContain('secret');
  });

  it('requires a hashed PIN and rate limits in production', () => {
    expect(problemsOf({ NODE_ENV: 'production', ADMIN_PIN: '123456789', RATE_LIMIT: 'off' })).toEqual([
      expect.stringContaining('ADMIN_PIN_HASH is missing'),
      expect.stringContaining('RATE_LIMIT=off is refused'),
    ]);
  });

  it('requires all keys of a Square application', () => {
    expect(problemsOf({ SQUARE_ENVIRONMENT: 'sandbox', SQUARE_ACCESS_TOKEN: 'x' })).toEqual([
      expect.stringContaining('SQUARE_APPLICATION_ID is missing'),
      expect.stringContaining('SQUARE_LOCATION_ID is missing'),
    ]);
    expect(problemsOf({ SQUARE_ACCESS_TOKEN: 'x' })).toEqual([
      expect.stringContaining('must say sandbox or production'),
    ]);
  });

  it('requires all variables of an external object store', () => {
    expect(problemsOf({ S3_ENDPOINT: 'http://127.0.0.1:9000', S3_BUCKET: 'geodes' })).toHaveLength(2);
    const environment = {
      S3_ENDPOINT: 'http://127.0.0.1:9000',
      S3_BUCKET: 'geodes',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(readConfig(environment).external.s3).toMatchObject({ bucket: 'geodes', region: 'us-east-1' });
  });

  it('passes only the variables that a process needs', () => {
    const { inheritedEnv } = readConfig({ PATH: '/bin', NODE_ENV: 'test', AWS_PROFILE: 'mine' });
    expect(inheritedEnv).toEqual({ PATH: '/bin', NODE_ENV: 'test' });
  });
});

describe('parseScale', () => {
  it('runs one of each service by default', () => {
    expect(parseScale('')).toEqual({ gateway: 1, catalog: 1, orders: 1, payments: 1, media: 1 });
  });

  it('runs several instances of the named services', () => {
    expect(parseScale(' gateway=2, orders = 3,')).toMatchObject({ gateway: 2, orders: 3, catalog: 1 });
  });

  it.each(['orders', 'orders=', 'orders=two', 'postgres=2', 'orders=2;media=2', 'toString=2'])(
    'refuses %s and lists the known names',
    (text) => {
      expect(() => parseScale(text)).toThrow(/is not like orders=2; names are gateway, catalog/);
    },
  );

  it.each(['orders=0', 'orders=17', 'orders=999'])('refuses the number in %s', (text) => {
    expect(() => parseScale(text)).toThrow('orders can run 1 to 16 times');
  });

  it('names the second instance NAME.2', () => {
    expect([1, 2, 3].map((index) => instanceName('gateway', index))).toEqual(['gateway', 'gateway.2', 'gateway.3']);
  });
});
