// Runs and shows the steps of `npm start` and `npm test`. Plain JavaScript for Node 20.19.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const onTerminal = process.stdout.isTTY === true;
const MAX_OUTPUT = 2_000_000;

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

export const say = (text) => console.log(text);

let hideCurrent = () => undefined;

/** Ends the display of the current step. */
export const hideProgress = () => hideCurrent();

/** Shows `title` and the elapsed time from the first second on. Returns a function that ends the display. */
export function showProgress(title) {
  hideProgress();
  const began = Date.now();
  const show = () => {
    const line = `  ${title} … ${Math.round((Date.now() - began) / 1000)} s`;
    if (onTerminal) process.stdout.write(`\r\x1b[2K${line}`);
    else say(line);
  };
  const first = setTimeout(show, 1000);
  const again = setInterval(show, onTerminal ? 1000 : 10_000);
  const hide = () => {
    clearTimeout(first);
    clearInterval(again);
  };
  hideCurrent = hide;
  return (result, since = began) => {
    hide();
    if (onTerminal) process.stdout.write('\r\x1b[2K');
    say(`${result} (${seconds(Date.now() - since)})`);
  };
}

/** Running commands. A signal to this process ends them. */
const running = new Set();

/** Sends SIGTERM to every running command and its children, and SIGKILL after `limitMs` milliseconds. */
export async function endCommands(limitMs) {
  const until = Date.now() + limitMs;
  for (const child of running) endGroup(child, 'SIGTERM');
  while (running.size > 0 && Date.now() < until) await sleep(50);
  for (const child of running) endGroup(child, 'SIGKILL');
}

function endGroup(child, name) {
  try {
    process.kill(-child.pid, name);
  } catch {
    // The processes have ended.
  }
}

/**
 * Runs a command in its own process group and collects its output.
 * @returns {Promise<{ ok: boolean, timedOut: boolean, output: string }>}
 */
export function run(command, args, { cwd, env, limitMs }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    let output = '';
    let timedOut = false;
    const limit = setTimeout(() => {
      timedOut = true;
      endGroup(child, 'SIGTERM');
      setTimeout(() => endGroup(child, 'SIGKILL'), 15_000).unref();
    }, limitMs);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output = (output + text).slice(-MAX_OUTPUT);
      });
    const finish = (ok, note = '') => {
      clearTimeout(limit);
      running.delete(child);
      // a shop that it leaves behind stops its own processes before it exits
      endGroup(child, 'SIGTERM');
      resolve({
        ok: ok && !timedOut,
        timedOut,
        output: timedOut ? `${output}\nended after ${seconds(limitMs)}` : output + note,
      });
    };
    child.once('error', (error) => finish(false, error.message));
    child.once('exit', (code, signal) => setImmediate(() => finish(code === 0, signal ? `\nended by ${signal}` : '')));
  });
}
