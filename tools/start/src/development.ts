import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type PortStore, OWNER_VARIABLE } from '@geodes/servers';
import { type Config, ROOT } from './config.js';
import type { ProcessSpec } from './processes/managed-process.js';
import type { Supervisor } from './processes/supervisor.js';
import type { Terminal } from './output/terminal.js';
import { gatewayUrl } from './topology.js';

const SETTLE_MS = 300;
/** A change in one of these restarts every process. */
const LIBRARIES = ['libs/contracts', 'libs/kit'];

interface Development {
  config: Config;
  ports: PortStore;
  supervisor: Supervisor;
  terminal: Terminal;
  processes: ProcessSpec[];
}

/** Runs `npm run dev`: builds on every change, restarts the affected processes, serves the site with hot reload. */
export async function startDevelopment({ config, ports, supervisor, terminal, processes }: Development): Promise<void> {
  const sitePort = await ports.get('site');
  const rest = {
    stage: 'front',
    command: process.execPath,
    env: { ...config.inheritedEnv, [OWNER_VARIABLE]: config.DATA_DIR },
    stopSignal: 'SIGTERM',
  } as const;
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
      args: [viteProgram(), '--port', String(sitePort), '--strictPort', '--clearScreen=false'],
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

/** npm hoists Vite to the workspace root unless versions conflict. */
const viteProgram = (): string =>
  join(dirname(createRequire(join(ROOT, 'web', 'package.json')).resolve('vite/package.json')), 'bin', 'vite.js');

/** Calls `onChange` when the built JavaScript differs, not when the compiler only touches files. */
function watchBuild(folder: string, onChange: () => void): void {
  if (!existsSync(folder)) return;
  let known = fingerprint(folder);
  let timer: NodeJS.Timeout | undefined;
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const now = fingerprint(folder);
      if (now === known) return;
      known = now;
      onChange();
    }, SETTLE_MS);
  });
}

function fingerprint(folder: string): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (file.endsWith('.js')) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}
