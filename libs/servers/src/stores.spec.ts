import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimPort } from './claimed-port.js';
import { PortStore } from './port-store.js';
import { SecretStore } from './secret-store.js';

describe('what is kept for the next start', () => {
  let dataDir: string;
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'geodes-kept-'))));
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('are secrets, each another, for the owner alone', () => {
    const secrets = new SecretStore(dataDir);
    expect(secrets.get('redis')).not.toBe(secrets.get('nats'));
    expect(new SecretStore(dataDir).get('redis')).toBe(secrets.get('redis'));
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('are secrets that need no quoting in an address or a configuration file', () => {
    const secrets = new SecretStore(dataDir);
    for (let index = 0; index < 200; index += 1) expect(secrets.get(`s${index}`)).toMatch(/^\w[\w-]{31}$/);
  });

  it.each(['', '{"redis": "abc', 'null', '[1]'])('survives a file with %j in it', (content) => {
    writeFileSync(join(dataDir, 'secrets.json'), content);
    writeFileSync(join(dataDir, 'ports.json'), content);
    expect(new SecretStore(dataDir).get('redis')).toMatch(/^[\w-]{32}$/);
    expect(existsSync(join(dataDir, 'secrets.json.unreadable'))).toBe(true);
    return expect(new PortStore(dataDir).get('redis')).resolves.toBeGreaterThan(1024);
  });

  it('is a port that no other shop chooses at the same moment', async () => {
    const port = await new PortStore(dataDir).get('redis');
    expect(claimPort(port)).toBe(false);
    const claim = join(tmpdir(), 'midwest-geodes-ports', String(port));
    utimesSync(claim, 0, 0);
    expect(claimPort(port)).toBe(true);
  });

  it('is a port, until somebody else takes it', async () => {
    const port = await new PortStore(dataDir).get('redis');
    expect(await new PortStore(dataDir).get('redis')).toBe(port);
    const stranger = createServer().listen(port, '127.0.0.1');
    await new Promise((resolve) => stranger.once('listening', resolve));
    const other = await new PortStore(dataDir).get('redis');
    stranger.close();
    expect(other).not.toBe(port);
    expect(await new PortStore(dataDir).get('redis')).toBe(other);
  });

  it('is a port that no outgoing connection is ever given, and none that is reserved', async () => {
    const ports = new PortStore(dataDir);
    for (let index = 0; index < 30; index += 1) expect(await ports.get(`p${index}`)).toBeLessThan(32_768);
    writeFileSync(join(dataDir, 'ports.json'), '{"redis": 45001}');
    expect(await new PortStore(dataDir).get('redis')).toBeLessThan(32_768);
    const even = Array.from({ length: 6_000 }, (_, index) => 20_000 + 2 * index);
    expect((await new PortStore(dataDir, even).get('nats')) % 2).toBe(1);
  });

  it('leaves no half-written files beside them', () => {
    new SecretStore(dataDir).get('redis');
    expect(readdirSync(dataDir)).toEqual(['secrets.json']);
  });
});
