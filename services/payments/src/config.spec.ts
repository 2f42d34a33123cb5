import { readConfig } from './config.js';

const environment = {
  HTTP_PORT: '7004',
  NATS_URL: 'nats://127.0.0.1:4222',
  DATABASE_URL: 'postgres://127.0.0.1/payments',
  SQUARE_LOCATION_ID: 'L1',
  PUBLIC_URL: 'http://localhost:8080',
};

describe('the environment of the payments service', () => {
  it('selects the simulator by default', () => {
    expect(readConfig({ ...environment, SQUARE_BASE_URL: 'http://127.0.0.1:8090' })).toMatchObject({
      SQUARE_ENVIRONMENT: 'simulator',
      SQUARE_BASE_URL: 'http://127.0.0.1:8090',
    });
  });

  it('must set the URL of the simulator', () => {
    expect(() => readConfig(environment)).toThrow('SQUARE_BASE_URL');
  });

  it.each(['sandbox', 'production'])("must set Square's token for %s, and needs no URL", (SQUARE_ENVIRONMENT) => {
    expect(() => readConfig({ ...environment, SQUARE_ENVIRONMENT })).toThrow('SQUARE_ACCESS_TOKEN');
    expect(() => readConfig({ ...environment, SQUARE_ENVIRONMENT, SQUARE_ACCESS_TOKEN: 'secret' })).not.toThrow();
  });

  it('must not name any other Square environment', () => {
    expect(() => readConfig({ ...environment, SQUARE_ENVIRONMENT: 'prod' })).toThrow('SQUARE_ENVIRONMENT');
  });
});
