import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, findShop } from './config.js';

describe('findShop', () => {
  const NATS_URL = 'nats://shop:word@bus:4222';
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'geodes-ops-'));
    const ports = { nats: 20_001, audit: 20_002, orders: 20_003, 'mail-catcher': 20_004 };
    writeFileSync(join(dataDir, 'ports.json'), JSON.stringify(ports));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('reads everything from DATA_DIR', () => {
    writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ 'nats.ops': 'a/b' }));
    expect(findShop({ DATA_DIR: dataDir })).toEqual({
      natsUrl: 'nats://ops:a%2Fb@127.0.0.1:20001',
      auditUrl: 'http://127.0.0.1:20002',
      mailCatcherUrl: 'http://127.0.0.1:20004',
      dataDir,
      processUrls: { orders: 'http://127.0.0.1:20003' },
    });
  });

  it('takes NATS from NATS_URL and the rest from DATA_DIR when both are given', () => {
    expect(findShop({ DATA_DIR: dataDir, NATS_URL })).toMatchObject({
      natsUrl: NATS_URL,
      auditUrl: 'http://127.0.0.1:20002',
      mailCatcherUrl: 'http://127.0.0.1:20004',
      dataDir,
    });
  });

  it('knows only NATS with NATS_URL alone', () => {
    expect(findShop({ NATS_URL })).toEqual({
      natsUrl: NATS_URL,
      auditUrl: undefined,
      mailCatcherUrl: undefined,
      dataDir: undefined,
      processUrls: {},
    });
  });

  it('says that there is no shop', () => {
    expect(() => findShop({ DATA_DIR: dataDir })).toThrow(ConfigError);
  });
});
