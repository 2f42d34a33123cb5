// First half of `npm start` and `npm run dev`: installs and builds. The second half, the supervisor in tools/start,
// replaces the shell (`exec`), so that npm's signals reach it and npm waits for it.
// Plain JavaScript for Node 20.19, with nothing installed.
import { checkPorts } from '../start/ports.mjs';
import { alone, build, checkNode, installPackages, Refused } from './prepare.mjs';
import { endCommands } from './steps.mjs';

const parent = process.ppid;
let interrupted = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt);
// npm sends a signal to its shell only, and no process forwards SIGKILL: the parent is then gone
const watch = setInterval(() => process.ppid !== parent && void interrupt(), 500);

try {
  checkNode();
  await checkPorts().catch(({ message }) => {
    throw new Refused(message);
  });
  await alone(async () => {
    await installPackages();
    await build();
  });
} catch (error) {
  // The message of an interrupted build would mislead.
  if (interrupted) await new Promise(() => undefined);
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
clearInterval(watch);

async function interrupt() {
  interrupted = true;
  await endCommands(5000);
  process.exit(130);
}
