import { type AddressInfo, createServer, type Server } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPorts } from '../ports.mjs';

describe('the check of the ports before anything is installed', () => {
  let other: Server;
  let taken: number;
  let dataDir: string;
  beforeEach(async () => {
    other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    taken = (other.address() as AddressInfo).port;
    dataDir = mkdtempSync(join(tmpdir(), 'geodes-ports-'));
  });
  afterEach(async () => {
    await new Promise((resolve) => other.close(resolve));
    rmSync(dataDir, { recursive: true, force: true });
  });
  const check = (environment: Record<string, string>) => checkPorts({ DATA_DIR: dataDir, ...environment });

  it('names the port that another program has, and one that is free', async () => {
    await expect(check({ PORT: String(taken) })).rejects.toThrow(
      new RegExp(`^Port ${taken} is taken by another program\\..* PORT=\\d+ npm start$`),
    );
  });

  it('finds the port of the simulator ten above that of the shop', async () => {
    await expect(check({ PORT: String(taken - 10) })).rejects.toThrow(`Port ${taken} is taken by another program`);
    await expect(check({ PORT: String(taken - 10), SQUARE_ENVIRONMENT: 'sandbox' })).resolves.toBeUndefined();
  });

  it('looks at the ports of every gateway', async () => {
    await expect(check({ PORT: String(taken - 1), SCALE: 'orders=2,gateway=2' })).rejects.toThrow(`Port ${taken} `);
  });
});
