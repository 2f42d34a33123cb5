import { onHostNetwork } from './engine.js';

const shop = {
  name: 'shop',
  networks: { bus: {} },
  services: {
    secrets: { network_mode: 'none', build: {} },
    gateway: { environment: { PORT: '8080', METRICS_PORT: '9100' } },
    orders: { networks: ['bus'], environment: { HTTP_PORT: '9102', NAME: 'orders' }, ports: ['1:1'], build: {} },
    nats: { networks: ['bus'] },
  },
};

describe('a shop for an engine without networks', () => {
  it('runs every service on the host’s network, with names that resolve to loopback', () => {
    const { services, networks } = onHostNetwork(shop);
    expect(networks).toBeUndefined();
    expect(services.orders).toEqual({
      environment: { HTTP_PORT: '9102', NAME: 'orders' },
      network_mode: 'host',
      extra_hosts: ['secrets=127.0.0.1', 'gateway=127.0.0.1', 'orders=127.0.0.1', 'nats=127.0.0.1'],
      build: { network: 'host' },
    });
    expect(services.secrets).toMatchObject({ network_mode: 'none', build: { network: 'host' } });
  });

  it('runs further processes of a service on other ports', () => {
    const { services } = onHostNetwork(shop, { gateway: 2, orders: 3 });
    expect(services['gateway-2']?.environment).toEqual({ PORT: '9080', METRICS_PORT: '10100' });
    expect(['orders', 'orders-2', 'orders-3'].map((name) => services[name]?.environment?.HTTP_PORT)).toEqual([
      '9102',
      '10102',
      '11102',
    ]);
    expect(() => onHostNetwork(shop, { nats: 2 })).toThrow('nats cannot be run more than once');
  });
});
