import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServers, startServers } from '@geodes/servers';
import { USE_DOCKER } from './config.js';
import { dockerAnswers, startContainers } from './containers.js';

/**
 * Runs the servers of one test run as a process. It prints their URLs as one line of JSON and runs until a signal or
 * the end of its standard input, which also ends if the test run is killed. The argument is a file to delete at the
 * end.
 */
const [urlFile] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), 'geodes-test-'));
const servers = await start();
process.stdout.write(`${JSON.stringify(servers.urls)}\n`);
process.stdin.resume().once('end', stop).once('error', stop);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);

async function start(): Promise<RunningServers> {
  try {
    if (USE_DOCKER && (await dockerAnswers())) {
      log('test servers: containers, a Docker engine responds');
      return await startContainers(dataDir);
    }
  } catch (error) {
    log(`test servers: containers did not start (${String(error)}); using private processes instead`);
  }
  log('test servers: private processes on loopback');
  return startServers({ dataDir, durable: false, progress: log });
}

function stop(): void {
  void servers.stop().finally(() => {
    rmSync(dataDir, { recursive: true, force: true });
    if (urlFile) rmSync(urlFile, { force: true });
    process.exit(0);
  });
}

function log(text: string): void {
  process.stderr.write(`${text}\n`);
}
