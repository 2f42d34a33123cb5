import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServers, startServers } from '@geodes/servers';
import { USE_DOCKER } from './config.js';
import { dockerAnswers, startContainers } from './containers.js';

/**
 * The servers of one test run as a process: prints their addresses as one line of JSON and stays until it gets a
 * signal or its standard input ends, which it also does when the run that started it is killed. Its argument is a file to remove then.
 */
const [note] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), 'geodes-test-'));
const servers = await start();
process.stdout.write(`${JSON.stringify(servers.urls)}\n`);
process.stdin.resume().once('end', stop).once('error', stop);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);

async function start(): Promise<RunningServers> {
  try {
    if (USE_DOCKER && (await dockerAnswers())) {
      say('test servers: containers, a Docker engine answers');
      return await startContainers(dataDir);
    }
  } catch (error) {
    say(`test servers: containers did not start (${String(error)}); using private processes instead`);
  }
  say('test servers: private processes on loopback');
  return startServers({ dataDir, durable: false, progress: say });
}

function stop(): void {
  void servers.stop().finally(() => {
    rmSync(dataDir, { recursive: true, force: true });
    if (note) rmSync(note, { force: true });
    process.exit(0);
  });
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
