import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimPort, PortStore, SecretStore } from './ports-and-secrets.js';

describe('SecretStore and PortStore', () => {
  let dataDir: string;
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'geodes-kept-'))));
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('stores a different secret under each name, in a file with mode 600', () => {
    const secrets = new SecretStore(dataDir);
    expect(secrets.get('redis')).not.toBe(secrets.get('nats'));
    expect(new SecretStore(dataDir).get('redis')).toBe(secrets.get('redis'));
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('reports whether a secret is stored, and creates none by that', () => {
    expect(new SecretStore(dataDir).has('redis')).toBe(false);
    new SecretStore(dataDir).get('redis');
    expect(new SecretStore(dataDir).has('redis')).toBe(true);
    expect(new SecretStore(dataDir).has('nats')).toBe(false);
  });

  it('creates secrets that need no quoting in a URL or a configuration file', () => {
    const secrets = new SecretStore(dataDir);
    for (let index = 0; index < 200; index += 1) expect(secrets.get(`s${index}`)).toMatch(/^\w[\w-]{31}$/);
  });

  it.each(['', '{"redis": "abc', 'null', '[1]'])('survives a file that contains %j', (content) => {
    writeFileSync(join(dataDir, 'secrets.json'), content);
    writeFileSync(join(dataDir, 'ports.json'), content);
    expect(new SecretStore(dataDir).get('redis')).toMatch(/^[\w-]{32}$/);
    expect(existsSync(join(dataDir, 'secrets.json.unreadable'))).toBe(true);
    return expect(new PortStore(dataDir).get('redis')).resolves.toBeGreaterThan(1024);
  });

  it('claims a port, so no other shop chooses it within a minute', async () => {
    const port = await new PortStore(dataDir).get('redis');
    expect(claimPort(port)).toBe(false);
    const claim = join(tmpdir(), 'midwest-geodes-ports', String(port));
    utimesSync(claim, 0, 0);
    expect(claimPort(port)).toBe(true);
  });

  it('returns the same port until another program takes it', async () => {
    const port = await new PortStore(dataDir).get('redis');
    expect(await new PortStore(dataDir).get('redis')).toBe(port);
    const stranger = createServer().listen(port, '127.0.0.1');
    await new Promise((resolve) => stranger.once('listening', resolve));
    const other = await new PortStore(dataDir).get('redis');
    stranger.close();
    expect(other).not.toBe(port);
    expect(await new PortStore(dataDir).get('redis')).toBe(other);
  });

  it('chooses no ephemeral and no reserved port', async () => {
    const ports = new PortStore(dataDir);
    for (let index = 0; index < 30; index += 1) expect(await ports.get(`p${index}`)).toBeLessThan(32_768);
    writeFileSync(join(dataDir, 'ports.json'), '{"redis": 45001}');
    expect(await new PortStore(dataDir).get('redis')).toBeLessThan(32_768);
    const even = Array.from({ length: 6_000 }, (_, index) => 20_000 + 2 * index);
    expect((await new PortStore(dataDir, even).get('nats')) % 2).toBe(1);
  });

  it('replaces a stored port that is reserved since', async () => {
    const port = await new PortStore(dataDir).get('redis');
    expect(await new PortStore(dataDir, [port]).get('redis')).not.toBe(port);
  });

  it('leaves no temporary files', () => {
    new SecretStore(dataDir).get('redis');
    expect(readdirSync(dataDir)).toEqual(['secrets.json']);
  });
});
