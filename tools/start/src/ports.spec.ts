import { type AddressInfo, createServer, type Server } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPorts } from '../ports.mjs';

describe('checkPorts', () => {
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

  it('names the taken port and a free one', async () => {
    await expect(check({ PORT: String(taken) })).rejects.toThrow(
      new RegExp(`^Port ${taken} is taken by another program\\..* PORT=\\d+ npm start$`),
    );
  });

  it('checks the simulator port, ten above PORT', async () => {
    await expect(check({ PORT: String(taken - 10) })).rejects.toThrow(`Port ${taken} is taken by another program`);
    await expect(check({ PORT: String(taken - 10), SQUARE_ENVIRONMENT: 'sandbox' })).resolves.toBeUndefined();
  });

  it('checks the ports of letters, 15 and 16 above PORT, unless a mail server is given or in production', async () => {
    for (const above of [15, 16]) {
      const PORT = String(taken - above);
      await expect(check({ PORT })).rejects.toThrow(
        new RegExp(`^Port ${taken} is taken .* MAIL_CATCHER_PORT=\\d+ npm start$`),
      );
      await expect(check({ PORT, SMTP_URL: 'smtp://mail.example' })).resolves.toBeUndefined();
      await expect(check({ PORT, NODE_ENV: 'production' })).resolves.toBeUndefined();
    }
  });

  it('checks the port of every gateway', async () => {
    await expect(check({ PORT: String(taken - 1), SCALE: 'orders=2,gateway=2' })).rejects.toThrow(`Port ${taken} `);
  });
});
