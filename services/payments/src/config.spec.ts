import { readConfig } from './config.js';

const given = {
  HTTP_PORT: '7004',
  NATS_URL: 'nats://127.0.0.1:4222',
  DATABASE_URL: 'postgres://127.0.0.1/payments',
  SQUARE_LOCATION_ID: 'L1',
  PUBLIC_URL: 'http://localhost:8080',
};

describe('what the payments service is told', () => {
  it('is the simulator unless Square is named', () => {
    expect(readConfig({ ...given, SQUARE_BASE_URL: 'http://127.0.0.1:8090' })).toMatchObject({
      SQUARE_ENVIRONMENT: 'simulator',
      SQUARE_BASE_URL: 'http://127.0.0.1:8090',
    });
  });

  it('names the address that the simulator needs', () => {
    expect(() => readConfig(given)).toThrow('SQUARE_BASE_URL');
  });

  it.each(['sandbox', 'production'])("wants Square's token in %s and no address", (SQUARE_ENVIRONMENT) => {
    expect(() => readConfig({ ...given, SQUARE_ENVIRONMENT })).toThrow('SQUARE_ACCESS_TOKEN');
    expect(() => readConfig({ ...given, SQUARE_ENVIRONMENT, SQUARE_ACCESS_TOKEN: 'secret' })).not.toThrow();
  });

  it('knows no other Square', () => {
    expect(() => readConfig({ ...given, SQUARE_ENVIRONMENT: 'prod' })).toThrow('SQUARE_ENVIRONMENT');
  });
});
