// `npm start` and `npm run dev`: brings what is missing, builds, and hands over to the supervisor in tools/start.
// Plain JavaScript for Node 20.19, with nothing installed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.mjs';
import { alone, checkNode, environment, installPackages, node, Refused, root } from './prepare.mjs';
import { endCommands } from './steps.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** The supervisor stops everything within 10 s; one that does not is ended. */
const STOP_LIMIT_MS = 15_000;
const began = Date.now();
const parent = process.ppid;

const interrupt = () => {
  endCommands();
  process.exit(130);
};
for (const signal of SIGNALS) process.on(signal, interrupt);

try {
  checkNode();
  await alone(async () => {
    await installPackages();
    await build();
  });
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  process.exit(1);
}
supervise();

function supervise() {
  const main = join(root, 'tools', 'start', 'dist', 'main.js');
  const env = { ...environment(), START_BEGAN: String(began) };
  // the channel tells the supervisor when this process is killed
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = spawn(node(), ['--max-semi-space-size=1', main, ...process.argv.slice(2)], { cwd: root, env, stdio });
  const pass = (signal) => {
    child.kill(signal);
    setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS).unref();
  };
  for (const signal of SIGNALS) process.off(signal, interrupt).on(signal, pass);
  child.once('error', (error) => {
    console.error(`The supervisor could not be started: ${error.message}`);
    process.exit(1);
  });
  child.once('exit', (code) => process.exit(code ?? 1));
  stopWhenNpmIsKilled(() => pass('SIGTERM'));
}

/** npm passes SIGTERM on, but its shell may not, and nobody does on SIGKILL: then we are left without a parent. */
function stopWhenNpmIsKilled(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}
