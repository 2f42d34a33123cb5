import { CommanderError } from 'commander';
import { ConfigError } from './config.js';
import { createProgram } from './program.js';
import { ShopUnavailable, ShopRefused } from './shop.js';

/** Time to flush the output. */
const FLUSH_MS = 500;

const root = createProgram();

try {
  if (process.argv.length <= 2) root.outputHelp();
  else await root.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
// A connection attempt to an unresponsive NATS would keep this process alive.
setTimeout(() => process.exit(), FLUSH_MS).unref();

/** 1: the shop refused, or something is unhealthy. 2: the shop is unreachable, or the command is wrong. */
function exitCodeOf(error: unknown): number {
  // Commander has printed its message already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const isKnown = error instanceof ShopUnavailable || error instanceof ShopRefused || error instanceof ConfigError;
  console.error(isKnown ? error.message : error);
  return error instanceof ShopRefused ? 1 : 2;
}
