import { CommanderError } from 'commander';
import { ConfigError, dataDirOf, whereabouts } from './config.js';
import { program } from './program.js';
import { restart } from './restart.js';
import { reachShop, ShopAway, ShopRefuses } from './shop.js';

/** Long enough for what was said to be written. */
const LAST_WORDS_MS = 500;

const root = program({
  whereabouts: () => whereabouts(process.env),
  notWell: () => {
    process.exitCode = 1;
  },
  inShop: async (work, output) => {
    const shop = await reachShop(whereabouts(process.env).natsUrl);
    try {
      await work(shop, output);
    } finally {
      await shop.close();
    }
  },
  restart: (output) => restart(dataDirOf(process.env), output, (line) => console.error(line)),
});
for (const command of [root, ...root.commands, ...root.commands.flatMap(({ commands }) => commands)])
  command.exitOverride();

try {
  if (process.argv.length <= 2) root.outputHelp();
  else await root.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
// a connection to a NATS that does not even refuse it would keep this process for ever
setTimeout(() => process.exit(), LAST_WORDS_MS).unref();

/** 1: the shop refused, or something is not well. 2: it is not reached, or the command is not understood. */
function exitCodeOf(error: unknown): number {
  // the parser has said what it has to say
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const isKnown = error instanceof ShopAway || error instanceof ShopRefuses || error instanceof ConfigError;
  console.error(isKnown ? error.message : error);
  return error instanceof ShopRefuses ? 1 : 2;
}
