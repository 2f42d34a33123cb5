import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAlive, type ServerUrls, writePrivateFile } from '@geodes/servers';
import { TEST_SERVERS } from './config.js';

/** URLs of this test run's servers; `postgres` is the administrator's. */
export type TestServers = ServerUrls;

const START_TIMEOUT_MS = 300_000;
const mainFile = fileURLToPath(new URL('../dist/test-servers-main.js', import.meta.url));

let servers: Promise<TestServers> | undefined;

/**
 * Returns the servers to test on: those that `npm test` started (TEST_SERVERS), else private ones that end with this
 * process. All test files of one Jest process share them.
 */
export const testServers = (): Promise<TestServers> => (servers ??= findServers());

async function findServers(): Promise<TestServers> {
  if (TEST_SERVERS) return JSON.parse(TEST_SERVERS) as TestServers;
  // Jest isolates modules per test file, so the files share the URLs through a file named after the process
  const urlFile = join(tmpdir(), `geodes-test-servers-${process.pid}.json`);
  const running = existsSync(urlFile)
    ? (JSON.parse(readFileSync(urlFile, 'utf8')) as { pid: number; urls: ServerUrls })
    : null;
  if (running && isAlive(running.pid)) return running.urls;
  return startPrivateServers(urlFile);
}

function startPrivateServers(urlFile: string): Promise<TestServers> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [mainFile, urlFile], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
    const timer = setTimeout(() => child.kill(), START_TIMEOUT_MS);
    let output = '';
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString();
      if (!output.includes('\n')) return;
      clearTimeout(timer);
      const urls = JSON.parse(output) as ServerUrls;
      writePrivateFile(urlFile, JSON.stringify({ pid: child.pid, urls }));
      // must not keep the test run alive; the child exits when its standard input closes
      child.unref();
      for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref();
      resolve(urls);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the test servers ended with ${code}; was libs/testing built?`)));
  });
}
