import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { httpAnswers } from './http-answers.js';
import { isLeftover } from './pid-files.js';
import { readTextFile, writePrivateFile } from './private-file.js';
import { processesIn, signal, waitForEnd } from './process-table.js';
import type { ServerPlan, ServerProcess } from './server-process.js';

/**
 * What each server needs for as long as it runs, as plain data: whoever watches it need not be the process that
 * prepared it, and loads none of the packages that this takes.
 */
export type ServerCare =
  | { of: 'postgres'; data: string; dataDir: string; port: number }
  | { of: 'redis'; folder: string; config: string; settings: string; port: number; password: string }
  | { of: 'nats'; port: number }
  | { of: 'object-store'; port: number };

const LIMIT_MS = 1500;

/** The plan with what its care does. */
export const tended = (plan: ServerPlan): ServerProcess => ({
  ...plan,
  prepare: () => prepareServer(plan.care),
  ready: () => serverAnswers(plan.care),
});

async function prepareServer(care: ServerCare): Promise<void> {
  if (care.of === 'postgres') await clearCrash(care.data, care.dataDir);
  if (care.of === 'redis') {
    // at every start: whoever loses this folder gets an empty Redis, not one that cannot start
    mkdirSync(care.folder, { recursive: true, mode: 0o700 });
    writePrivateFile(care.config, care.settings);
  }
}

function serverAnswers(care: ServerCare): Promise<boolean> {
  switch (care.of) {
    case 'postgres':
      return postgresIsOpen(care.port);
    case 'redis':
      return reply(care.port, `AUTH ${care.password}\r\nPING\r\n`, '+OK\r\n+PONG\r\n');
    case 'nats':
      // NATS speaks first: `INFO {…}` (docs.nats.io, client protocol)
      return reply(care.port, '', 'INFO ');
    case 'object-store':
      return httpAnswers(`http://127.0.0.1:${care.port}/health`, LIMIT_MS);
  }
}

/**
 * Whether PostgreSQL takes connections, as pg_isready asks: one that starts, ends
 * or is full answers the first message with an error, one that works asks for the password (message `R`).
 */
function postgresIsOpen(port: number): Promise<boolean> {
  const parameters = Buffer.from('user\0postgres\0database\0postgres\0\0');
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + parameters.length, 0);
  head.writeInt32BE(PROTOCOL_3, 4);
  return reply(port, Buffer.concat([head, parameters]), 'R');
}

const PROTOCOL_3 = 3 << 16;

/** Says something to a port; whether the answer begins as it should. */
function reply(port: number, words: string | Buffer, expected: string): Promise<boolean> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect({ port, host: '127.0.0.1' });
    const settle = () => {
      clearTimeout(limit);
      socket.destroy();
      resolve(said.startsWith(expected));
    };
    const limit = setTimeout(settle, LIMIT_MS);
    socket.once('connect', () => words.length > 0 && socket.write(words));
    socket.on('data', (data) => {
      said += data.toString('latin1');
      if (said.length >= expected.length || !expected.startsWith(said)) settle();
    });
    socket.once('error', settle);
    socket.once('close', settle);
  });
}

/** Ends a postmaster that a killed run left, waits for its children, and removes lock files that nobody holds. */
export async function clearCrash(data: string, dataDir: string): Promise<void> {
  const lock = join(data, 'postmaster.pid');
  const pid = Number(readTextFile(lock)?.split('\n')[0]);
  if (isLeftover(pid, dataDir)) {
    signal(pid, 'SIGINT');
    if (!(await waitForEnd([pid], 5000))) signal(pid, 'SIGKILL');
  }
  // Children of a killed postmaster notice it, but hold its shared memory until they end
  const children = processesIn(data);
  if (!(await waitForEnd(children, 1000))) for (const child of children) signal(child, 'SIGQUIT');
  if (!(await waitForEnd(children, 3000))) for (const child of children) signal(child, 'SIGKILL');
  await waitForEnd(
    [...children, ...(pid > 1 ? [pid] : [])].filter((each) => isLeftover(each, dataDir)),
    1000,
  );
  rmSync(lock, { force: true });
  // another process may have the number of the one that made them by now
  for (const socket of existsSync(data) ? readdirSync(data).filter((name) => name.startsWith('.s.PGSQL.')) : [])
    rmSync(join(data, socket), { force: true });
}
