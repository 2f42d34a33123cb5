import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type PortStore, OWNER_VARIABLE } from '@geodes/servers';
import type { Config } from './config.js';
import { ROOT } from './root.js';
import type { ProcessSpec } from './process-spec.js';
import type { Supervisor } from './supervisor.js';
import type { Terminal } from './terminal.js';
import { gatewayUrl } from './topology.js';

const SETTLE_MS = 300;
/** What the running processes are built from besides their own folder. */
const LIBRARIES = ['libs/contracts', 'libs/kit'];

interface Development {
  config: Config;
  ports: PortStore;
  supervisor: Supervisor;
  terminal: Terminal;
  processes: ProcessSpec[];
}

/** `npm run dev`: builds on every change, restarts what changed, and serves the site with hot reload. */
export async function startDevelopment({ config, ports, supervisor, terminal, processes }: Development): Promise<void> {
  const sitePort = await ports.get('site');
  const base = { env: { ...config.handedOn, [OWNER_VARIABLE]: config.DATA_DIR }, stage: 'front' as const };
  const rest = { ...base, command: process.execPath, stopSignal: 'SIGTERM' as const, prepare: () => Promise.resolve() };
  const folders = [...new Set(processes.map(({ cwd }) => relative(ROOT, cwd)))];
  const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
  supervisor.start([
    {
      ...rest,
      name: 'compiler',
      cwd: ROOT,
      args: [compiler, '-b', '--watch', '--preserveWatchOutput', ...folders],
      ready: () => Promise.resolve(true),
    },
    {
      ...rest,
      name: 'site',
      cwd: join(ROOT, 'web'),
      args: [vite(), '--port', String(sitePort), '--strictPort', '--clearScreen=false'],
      env: { ...rest.env, GATEWAY_URL: gatewayUrl(config) },
      ready: async () => (await fetch(`http://localhost:${sitePort}/`, { signal: AbortSignal.timeout(1500) })).ok,
    },
  ]);
  for (const folder of [...LIBRARIES, ...folders])
    watchBuild(join(ROOT, folder, 'dist'), () => {
      const affected = processes.filter(({ cwd }) => LIBRARIES.includes(folder) || cwd === join(ROOT, folder));
      terminal.say(`  ${folder} changed: restarting ${affected.map(({ name }) => name).join(', ')}`);
      for (const { name } of affected) supervisor.restart(name);
    });
  terminal.say(`  The site with hot reload: ${terminal.strong(`http://localhost:${sitePort}`)}`);
}

/** npm puts it beside the site or at the top, as versions allow. */
const vite = (): string =>
  join(dirname(createRequire(join(ROOT, 'web', 'package.json')).resolve('vite/package.json')), 'bin', 'vite.js');

/** Calls back when what node would run differs, not when the compiler only touches files. */
function watchBuild(folder: string, changed: () => void): void {
  if (!existsSync(folder)) return;
  let known = fingerprint(folder);
  let timer: NodeJS.Timeout | undefined;
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const now = fingerprint(folder);
      if (now === known) return;
      known = now;
      changed();
    }, SETTLE_MS);
  });
}

function fingerprint(folder: string): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (file.endsWith('.js')) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}
