import { CommanderError } from 'commander';
import { ConfigError, natsUrl } from './config.js';
import { program } from './program.js';
import { reachShop, ShopAway, ShopRefuses } from './shop.js';

const root = program(async (work, output) => {
  const shop = await reachShop(natsUrl(process.env));
  try {
    await work(shop, output);
  } finally {
    await shop.close();
  }
});
for (const command of [root, ...root.commands, ...root.commands.flatMap(({ commands }) => commands)])
  command.exitOverride();

try {
  if (process.argv.length <= 2) root.outputHelp();
  else await root.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/** 1: the shop refused. 2: it is not reached, or the command is not understood. */
function exitCodeOf(error: unknown): number {
  // the parser has said what it has to say
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const isKnown = error instanceof ShopAway || error instanceof ShopRefuses || error instanceof ConfigError;
  console.error(isKnown ? error.message : error);
  return error instanceof ShopRefuses ? 1 : 2;
}
