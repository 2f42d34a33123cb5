import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAlive, type ServerUrls, writePrivateFile } from '@geodes/servers';
import { TEST_SERVERS } from './config.js';

/** Where the servers of this test run are; `postgres` is the administrative address. */
export type TestServers = ServerUrls;

const START_TIMEOUT_MS = 300_000;
const mainFile = fileURLToPath(new URL('../dist/test-servers-main.js', import.meta.url));

let servers: Promise<TestServers> | undefined;

/**
 * The servers to test on: those that `npm test` started (TEST_SERVERS), else a set of our own that ends with this
 * process. Within one Jest process all test files share it.
 */
export const testServers = (): Promise<TestServers> => (servers ??= findServers());

async function findServers(): Promise<TestServers> {
  if (TEST_SERVERS) return JSON.parse(TEST_SERVERS) as TestServers;
  // Jest gives every test file its own memory, so what they share is a file named after the process
  const note = join(tmpdir(), `geodes-test-servers-${process.pid}.json`);
  const known = existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as { pid: number; urls: ServerUrls }) : null;
  if (known && isAlive(known.pid)) return known.urls;
  return startOwn(note);
}

function startOwn(note: string): Promise<TestServers> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [mainFile, note], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
    const limit = setTimeout(() => child.kill(), START_TIMEOUT_MS);
    let said = '';
    child.stdout.on('data', (data: Buffer) => {
      said += data.toString();
      if (!said.includes('\n')) return;
      clearTimeout(limit);
      const urls = JSON.parse(said) as ServerUrls;
      writePrivateFile(note, JSON.stringify({ pid: child.pid, urls }));
      // it must not keep the test run alive; it ends when our end of its standard input closes
      child.unref();
      for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref();
      resolve(urls);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the test servers ended with ${code}; was libs/testing built?`)));
  });
}
