import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, PortStore, PidFiles } from '@geodes/servers';
import type { ProcessSpec, Stage } from '../src/processes/managed-process.js';
import { endOrphanProcesses, Supervisor } from '../src/processes/supervisor.js';
import { Terminal } from '../src/output/terminal.js';

const standIn = fileURLToPath(new URL('./stand-in-process.mjs', import.meta.url));

/** Records lines instead of printing them. */
class RecordingTerminal extends Terminal {
  readonly lines: string[] = [];
  override say(text: string): void {
    this.lines.push(text);
  }
  override problem(text: string): void {
    this.lines.push(text);
  }
}

describe('the supervisor, with fake processes', () => {
  let dataDir: string;
  let ports: PortStore;
  let terminal: RecordingTerminal;
  let supervisor: Supervisor;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'geodes-supervisor-'));
    ports = new PortStore(dataDir);
    terminal = new RecordingTerminal();
    supervisor = new Supervisor(new PidFiles(dataDir), terminal);
  });
  afterEach(async () => {
    await supervisor.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const process_ = async (name: string, way = '', stage: Stage = 'service'): Promise<ProcessSpec> => {
    const port = await ports.get(name);
    return {
      name,
      stage,
      command: process.execPath,
      args: [standIn, String(port), way],
      cwd: dataDir,
      env: { GEODES_DATA_DIR: dataDir },
      stopSignal: 'SIGTERM',
      ready: async () => (await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1000) })).ok,
    };
  };
  const pidFile = (name: string) => join(dataDir, 'run', `${name}.pid`);
  const pidOf = (name: string) => (existsSync(pidFile(name)) ? Number(readFileSync(pidFile(name), 'utf8')) : undefined);

  async function until(holds: () => boolean, ms: number): Promise<number> {
    const began = Date.now();
    while (!holds()) {
      if (Date.now() - began > ms) throw new Error(`not within ${ms} ms; output: ${terminal.lines.join('\n')}`);
      await sleep(10);
    }
    return Date.now() - began;
  }

  it('restarts a process within 2 s of each kill -9, with a new pid file', async () => {
    supervisor.start([await process_('orders')]);
    await supervisor.untilReady(['orders']);
    for (let round = 0; round < 12; round += 1) {
      const before = pidOf('orders')!;
      process.kill(before, 'SIGKILL');
      await until(() => ![undefined, before].includes(pidOf('orders')) && isAlive(pidOf('orders')!), 2000);
    }
    await until(() => terminal.lines.some((line) => line.includes('orders is back')), 30_000);
  });

  it('follows a process whose pid file cannot be written or removed', async () => {
    class FullDisk extends PidFiles {
      override write(): void {
        throw new Error('ENOSPC');
      }
      override remove(): void {
        throw new Error('EROFS');
      }
    }
    const onFullDisk = new Supervisor(new FullDisk(dataDir), terminal);
    const orders = await process_('orders');
    onFullDisk.start([orders]);
    await onFullDisk.untilReady(['orders']);
    expect(terminal.lines).toEqual(['! orders has no pid file: ENOSPC', expect.stringContaining('orders is ready')]);
    await onFullDisk.stop();
    expect(terminal.lines.at(-1)).toBe('! orders keeps its pid file: EROFS');
    await expect(orders.ready()).rejects.toThrow('fetch failed');
  });

  it('replaces services and gateways one by one, each when the previous one is ready, and no servers', async () => {
    supervisor.start([
      await process_('postgres', '', 'server'),
      await process_('orders'),
      await process_('orders.2'),
      await process_('gateway', '', 'front'),
    ]);
    const names = ['postgres', 'orders', 'orders.2', 'gateway'];
    await supervisor.untilReady(names);
    const before = names.map(pidOf);
    const order: string[] = [];
    await supervisor.replaceAll((name) => {
      order.push(name);
      expect(names.map(pidOf).every((pid) => pid !== undefined && isAlive(pid))).toBe(true);
    });
    expect(order).toEqual(['orders', 'orders.2', 'gateway']);
    expect(names.map(pidOf).map((pid, index) => pid === before[index])).toEqual([true, false, false, false]);
    expect(terminal.lines.some((line) => line.includes('was ended'))).toBe(false);
  });

  it('restarts within 2 s a process that was ready and exits by itself', async () => {
    supervisor.start([await process_('orders')]);
    await supervisor.untilReady(['orders']);
    const before = pidOf('orders');
    await fetch(`http://127.0.0.1:${await portOf('orders')}/exit`).catch(() => undefined);
    await until(() => ![undefined, before].includes(pidOf('orders')), 2000);
  });

  it('gives up a process that exits ten times, reports it, and keeps the others running', async () => {
    supervisor.start([await process_('orders'), await process_('media', 'exit-at-once')]);
    await expect(supervisor.untilReady(['media'])).rejects.toThrow('media could not be started');
    expect(await supervisor.untilGivenUp()).toBe('media');
    const output = terminal.lines.join('\n');
    expect(output.match(/! media exited with code 3/g)).toHaveLength(9);
    expect(output).toContain('media ended by itself 10 times before it was ready');
    expect(output).toContain('I cannot work like this');
    expect(pidOf('media')).toBeUndefined();
    expect(isAlive(pidOf('orders')!)).toBe(true);
  }, 180_000);

  it('reports and counts every exit, even if a restart was requested while the process was not running', async () => {
    const exits = () => terminal.lines.filter((line) => line.startsWith('! media exited')).length;
    const exitsBeforeStart: number[] = [];
    const prepare = () => Promise.resolve(void exitsBeforeStart.push(exits()));
    terminal.problem = (text) => {
      terminal.lines.push(text);
      supervisor.restart('media');
    };
    supervisor.start([{ ...(await process_('media', 'exit-at-once')), prepare }]);
    await until(() => exitsBeforeStart.length === 4, 20_000);
    expect(exitsBeforeStart).toEqual([0, 1, 2, 3]);
  });

  it('stops gateways first, servers last, and leaves no process', async () => {
    supervisor.start([
      await process_('postgres', '', 'server'),
      await process_('orders'),
      await process_('gateway', '', 'front'),
    ]);
    await supervisor.untilReady(['postgres', 'orders', 'gateway']);
    const pids = ['gateway', 'orders', 'postgres'].map((name) => pidOf(name)!);
    const ended: number[] = [];
    const watch = setInterval(() => ended.push(...pids.filter((pid) => !ended.includes(pid) && !isAlive(pid))), 1);
    await supervisor.stop();
    await until(() => ended.length === 3, 1000);
    clearInterval(watch);
    expect(ended).toEqual(pids);
    expect(['gateway', 'orders', 'postgres'].map(pidOf)).toEqual([undefined, undefined, undefined]);
  });

  it('stops within 10 s even if processes ignore SIGTERM', async () => {
    const deaf: ProcessSpec[] = [
      await process_('gateway', 'ignore-sigterm', 'front'),
      await process_('orders', 'ignore-sigterm'),
      await process_('square-simulator', 'ignore-sigterm', 'simulator'),
      await process_('redis', 'ignore-sigterm', 'server'),
    ];
    supervisor.start(deaf);
    await supervisor.untilReady(deaf.map(({ name }) => name));
    const pids = deaf.map(({ name }) => pidOf(name)!);
    const began = Date.now();
    await supervisor.stop();
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(pids.filter(isAlive)).toEqual([]);
  }, 30_000);

  it('ends the orphans of a killed supervisor, and no process of another data folder', async () => {
    supervisor.start([await process_('orders')]);
    await supervisor.untilReady(['orders']);
    const orphan = pidOf('orders')!;
    const pidFiles = new PidFiles(dataDir);
    pidFiles.write('gateway', process.pid);
    const stranger = mkdtempSync(join(tmpdir(), 'geodes-supervisor-'));
    new PidFiles(stranger).write('orders', orphan);
    expect(await endOrphanProcesses(new PidFiles(stranger))).toEqual([]);
    expect(isAlive(orphan)).toBe(true);
    expect(await endOrphanProcesses(pidFiles)).toEqual(['orders']);
    expect(isAlive(orphan)).toBe(false);
    rmSync(stranger, { recursive: true, force: true });
  });

  const portOf = (name: string): Promise<number> => {
    const kept = JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8')) as Record<string, number>;
    return Promise.resolve(kept[name]!);
  };
});
