import { readConfig } from './config.js';

const HASH = 'scrypt$32768$8$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const base = {
  NATS_URL: 'nats://localhost:4222',
  REDIS_URL: 'redis://localhost:6379',
  ADMIN_PIN: '123456789',
  SQUARE_ENVIRONMENT: 'simulator',
  SQUARE_APPLICATION_ID: 'app',
  SQUARE_LOCATION_ID: 'location',
  SQUARE_SCRIPT_URL: 'http://localhost:8090/v1/square.js',
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_BUCKET: 'geodes',
};

describe("the gateway's configuration", () => {
  it("has the contract's defaults", () => {
    const config = readConfig({ ...base, PORT: '8085' });
    expect(config).toMatchObject({
      PORT: 8085,
      HOST: '127.0.0.1',
      publicOrigin: 'http://localhost:8085',
      RATE_LIMIT: 'on',
      trustedProxies: [],
      CONTACT_EMAIL: 'support@midwestgeodes.example',
      CONTACT_PHONE: '(319) 555-0142',
      CONTACT_LOCATION: 'Keokuk, Iowa',
    });
  });

  it.each(['12345678', '1234567890', '12345678a', '123 456 789'])(
    'refuses an ADMIN_PIN that is not 9 digits: %s',
    (pin) => {
      expect(() => readConfig({ ...base, ADMIN_PIN: pin })).toThrow(/ADMIN_PIN.*9 digits/s);
    },
  );

  it('never prints the PIN it refuses', () => {
    expect(() => readConfig({ ...base, ADMIN_PIN: '98765' })).toThrow(expect.not.stringContaining('98765') as never);
  });

  it('refuses to start with neither PIN nor hash', () => {
    expect(() => readConfig({ ...base, ADMIN_PIN: '' })).toThrow('ADMIN_PIN');
  });

  it('refuses to start in production with a PIN but no hash', () => {
    expect(() => readConfig({ ...base, NODE_ENV: 'production' })).toThrow('ADMIN_PIN_HASH');
    expect(readConfig({ ...base, NODE_ENV: 'production', ADMIN_PIN: '', ADMIN_PIN_HASH: HASH })).toBeDefined();
  });

  it('refuses RATE_LIMIT=off in production', () => {
    expect(readConfig({ ...base, RATE_LIMIT: 'off' }).RATE_LIMIT).toBe('off');
    const production = { ...base, NODE_ENV: 'production', ADMIN_PIN_HASH: HASH };
    expect(() => readConfig({ ...production, RATE_LIMIT: 'off' })).toThrow('RATE_LIMIT');
  });

  it('refuses an https PUBLIC_URL without TRUST_PROXY in production, and says what to set', () => {
    const production = { ...base, NODE_ENV: 'production', ADMIN_PIN_HASH: HASH, PUBLIC_URL: 'https://geodes.example' };
    expect(() => readConfig(production)).toThrow(/PUBLIC_URL is https.*set TRUST_PROXY/);
    expect(() => readConfig({ ...production, TRUST_PROXY: ' , ' })).toThrow('set TRUST_PROXY');
    expect(readConfig({ ...production, TRUST_PROXY: '10.0.0.0/8' }).trustedProxies).toEqual(['10.0.0.0/8']);
    expect(readConfig({ ...production, PUBLIC_URL: 'http://geodes.example' })).toBeDefined();
  });

  it('accepts only IP addresses and CIDR blocks as trusted proxies', () => {
    expect(readConfig({ ...base, TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1' }).trustedProxies).toEqual([
      '127.0.0.1',
      '10.0.0.0/8',
      '::1',
    ]);
    expect(() => readConfig({ ...base, TRUST_PROXY: 'true' })).toThrow('TRUST_PROXY');
    expect(() => readConfig({ ...base, TRUST_PROXY: 'CHANGE-ME' })).toThrow(/TRUST_PROXY must list.*your own proxies/);
    expect(() => readConfig({ ...base, TRUST_PROXY: '10.0.0.0/40' })).toThrow('TRUST_PROXY');
  });
});
