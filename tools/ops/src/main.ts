import { operate } from './operate.js';

/** Time to flush the output. */
const FLUSH_MS = 500;

process.exitCode = await operate(process.argv.slice(2), process);
// A connection attempt to an unresponsive NATS would keep this process alive.
setTimeout(() => process.exit(), FLUSH_MS).unref();
