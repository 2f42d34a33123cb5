import { createServer, type Server } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isPortFree } from '@geodes/servers';
import { checkPorts } from '../ports.mjs';

/** Finds a port beside which the shop's other ports are free, from 16 below to 6 above. */
const portWithRoom = async (): Promise<number> => {
  for (;;) {
    const port = await freePort();
    const around = Array.from({ length: 23 }, (_, index) => port - 16 + index);
    if ((await Promise.all(around.map((each) => isPortFree(each)))).every(Boolean)) return port;
  }
};

describe('checkPorts', () => {
  let other: Server;
  let taken: number;
  let dataDir: string;
  beforeEach(async () => {
    taken = await portWithRoom();
    other = createServer();
    await new Promise<void>((resolve) => other.listen(taken, '127.0.0.1', resolve));
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

  it('names a HOST that is no address of this machine', async () => {
    for (const HOST of ['192.0.2.1', 'nowhere.invalid'])
      await expect(check({ PORT: String(taken - 1), HOST })).rejects.toThrow(
        `HOST=${HOST} is no address of this machine`,
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

  it('refuses a port that does not exist', async () => {
    await expect(check({ PORT: '65520' })).rejects.toThrow('There is no port 65536 for MAIL_CATCHER_PORT');
    await expect(check({ PORT: '65530', SMTP_URL: 'smtp://mail.example' })).rejects.toThrow(
      'There is no port 65540 for SQUARE_SIMULATOR_PORT',
    );
  });

  it('refuses a gateway on the port of the simulator', async () => {
    const first = taken + 1;
    const PORT = String(first);
    const more = { SMTP_URL: 'smtp://mail.example' };
    await expect(check({ PORT, SQUARE_SIMULATOR_PORT: PORT, ...more })).rejects.toThrow(
      new RegExp(
        `^Port ${first} is needed for both PORT and SQUARE_SIMULATOR_PORT\\. .* SQUARE_SIMULATOR_PORT=\\d+ npm start$`,
      ),
    );
    const ofGateways = (gateways: number) => ({
      PORT,
      SCALE: `gateway = ${gateways}`,
      SQUARE_SIMULATOR_PORT: String(first + 2),
    });
    await expect(check({ ...ofGateways(3), ...more })).rejects.toThrow(`Port ${first + 2} is needed for both`);
    await expect(check({ ...ofGateways(2), ...more })).resolves.toBeUndefined();
    await expect(
      check({ PORT, SQUARE_SIMULATOR_PORT: PORT, SQUARE_ENVIRONMENT: 'sandbox', ...more }),
    ).resolves.toBeUndefined();
  });

  it('refuses the letters on a port of a gateway or the simulator', async () => {
    const [PORT, second, simulator] = [String(taken + 1), String(taken + 2), String(taken + 4)];
    const shop = { PORT, SQUARE_SIMULATOR_PORT: simulator };
    await expect(check({ ...shop, SCALE: 'gateway=2', MAIL_CATCHER_PORT: second })).rejects.toThrow(
      `Port ${second} is needed for both PORT and MAIL_CATCHER_PORT.`,
    );
    await expect(check({ ...shop, MAIL_CATCHER_PORT: String(taken + 3) })).rejects.toThrow(
      `Port ${simulator} is needed for both SQUARE_SIMULATOR_PORT and MAIL_CATCHER_PORT.`,
    );
    await expect(check({ ...shop, MAIL_CATCHER_PORT: PORT, SMTP_URL: 'smtp://mail.example' })).resolves.toBeUndefined();
  });

  it('checks the port of every gateway', async () => {
    await expect(check({ PORT: String(taken - 1), SCALE: 'orders=2,gateway=2' })).rejects.toThrow(`Port ${taken} `);
  });
});
