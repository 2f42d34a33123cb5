import { Console } from 'node:console';
import { resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { ConfigError, findShop, resolveDataDir } from './config.js';
import { dropEvent, listEvents, listQueues, printOutbox, retryAllEvents, retryEvent, showEvent } from './events.js';
import { listLetters, retryLetters } from './letters.js';
import { endSessions, forgetPasskeys, printPinHash } from './pin.js';
import { listDifferences, reconcile } from './payments.js';
import type { CommandDeps, Print } from './print.js';
import { eraseBuyer, exportBuyer } from './privacy.js';
import { restart } from './restart.js';
import { connectToShop, type Shop, ShopRefused, ShopUnavailable } from './shop.js';
import { printStatus } from './status/evaluate.js';
import { printReadiness } from './trade/evaluate.js';
import { askOnTerminal } from './trade/test-letter.js';

const DAY_MINUTES = 1_440;

const EXAMPLES = `
State of the shop:
  npm run ops -- status
  npm run ops -- ready-for-trade
Events that could not be applied:
  npm run ops -- events [--all]
  npm run ops -- events show ID
  npm run ops -- events retry ID | --all
  npm run ops -- events drop ID --reason "…"
Letters that were not sent:
  npm run ops -- letters
  npm run ops -- letters retry ID | --all
Data about a buyer:
  npm run ops -- privacy export --email sam@example.com --to sam.json`;

/** Runs a command of `npm run ops` and returns its exit code. Never throws. */
export const operate = async (args: string[], deps: CommandDeps): Promise<number> => {
  const output = new Console(deps.stdout, deps.stderr);
  let exitCode = 0;
  const root = createProgram(deps, output, () => (exitCode = 1));
  try {
    if (args.length === 0) root.outputHelp();
    else await root.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    return exitCodeOf(error, output);
  }
};

/** Creates the command line. Calls `reportUnhealthy` if a check finds something wrong. */
const createProgram = (deps: CommandDeps, output: Console, reportUnhealthy: () => void): Command => {
  const { env, stdout, stderr } = deps;
  const root = new Command('npm run ops --')
    .description('Operates a running shop. Finds it by DATA_DIR (.local), NATS_URL or both.')
    .option('--json', 'JSON instead of lines, for scripts', false)
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .addHelpText('after', EXAMPLES)
    .addHelpText(
      'after',
      '\nExit code: 0 done, 1 the shop refused or something is unhealthy, 2 the shop is unreachable or the command is wrong.',
    );
  const print: Print = (value, lines) =>
    output.log(root.opts<{ json: boolean }>().json ? JSON.stringify(value) : lines);
  const run = async (work: (shop: Shop, print: Print) => Promise<void>): Promise<void> => {
    const shop = await connectToShop(findShop(env).natsUrl);
    try {
      await work(shop, print);
    } finally {
      await shop.close();
    }
  };

  root
    .command('status')
    .description('state of every part, what waits, and what to do')
    .action(async () => {
      if (!(await printStatus(findShop(env), print))) reportUnhealthy();
    });
  root
    .command('ready-for-trade')
    .description('check everything that real trade needs; charges nothing (docs/open-for-trade.md)')
    .option('--url <address>', 'where buyers reach the shop, instead of PUBLIC_URL', parseUrl)
    .option('--mail-code <code>', 'the code in the test letter of an earlier run', parseMailCode)
    .action(async ({ url, mailCode }: { url?: string; mailCode?: string }) => {
      const askCode = deps.stdin.isTTY ? askOnTerminal(deps) : undefined;
      if (!(await printReadiness(findShop(env), { publicUrl: url, mailCode, askCode }, print))) reportUnhealthy();
    });
  root
    .command('queues')
    .description('jobs in every queue')
    .action(() => run(listQueues));
  root
    .command('outbox')
    .description('order events that the catalogue has not confirmed yet')
    .action(() => run(printOutbox));

  const events = root
    .command('events')
    .description('order events (paid, archived) that the catalogue has not applied yet, failed ones first')
    .option('--all', 'include applied and dropped events, newest first', false)
    .action((options: { all: boolean }) => run((shop) => listEvents(shop, options, print)));
  events
    .command('show')
    .description('everything about one event')
    .argument('<id>')
    .action((id: string) => run((shop) => showEvent(shop, id, print)));
  events
    .command('retry')
    .description('retry an event after its cause was repaired, or restore a dropped one')
    .argument('[id]')
    .option('--all', 'all that were given up')
    .action((id: string | undefined, _options: object, command: Command) => {
      // Commander assigns --all to the parent command if it precedes the id.
      const { all } = command.optsWithGlobals<{ all?: boolean }>();
      if (Boolean(id) === Boolean(all)) command.error('error: say which event: an id, or --all');
      return run((shop) => (id ? retryEvent(shop, id, print) : retryAllEvents(shop, print)));
    });
  events
    .command('drop')
    .description('drop an event for good; the row stays, with the operator and the reason')
    .argument('<id>')
    .requiredOption('--reason <text>', 'why it need not be applied')
    .action((id: string, { reason }: { reason: string }) => run((shop) => dropEvent(shop, id, reason, print)));

  const letters = root
    .command('letters')
    .description('letters that failed, and those that wait after a failed try')
    .action(() => run(listLetters));
  letters
    .command('retry')
    .description('send a letter again after its cause was repaired')
    .argument('[id]')
    .option('--all', 'all that failed or had no mail server', false)
    .action((id: string | undefined, { all }: { all: boolean }, command: Command) => {
      if (Boolean(id) === all) command.error('error: say which letter: an id, or --all');
      return run((shop) => retryLetters(shop, id, print));
    });

  root
    .command('reconcile')
    .description("reconcile the shop's records with Square's ledger now")
    .option('--minutes <number>', 'how far back', parseMinutes, DAY_MINUTES)
    .action((options: { minutes: number }) => run((shop) => reconcile(shop, options.minutes, print)));
  root
    .command('differences')
    .description("differences between Square's ledger and the shop's records")
    .action(() => run(listDifferences));
  root
    .command('restart')
    .description('replace the processes of npm start one by one, each when the one before is ready')
    .action(() => restart(resolveDataDir(env), print, (line) => output.error(line)));
  root
    .command('pin-hash')
    .description(
      'compute the ADMIN_PIN_HASH of a new PIN, typed without echo or read from standard input; needs no shop',
    )
    .action(() => printPinHash(deps, print));
  root
    .command('sessions')
    .description("the owner's log-ins")
    .command('end')
    .description('end all of them, and forget the devices they were begun from')
    .action(() => run(endSessions));
  root
    .command('forget-passkeys')
    .description("remove the owner's passkeys after they were lost: the PIN alone is enough again")
    .action(() => run(forgetPasskeys));

  const privacy = root.command('privacy').description('data about a buyer');
  privacy
    .command('export')
    .description('export all of it as JSON')
    .requiredOption('--email <address>', 'whose')
    .option('--to <file>', 'a new file with mode 600', (file) => resolve(env.INIT_CWD ?? '.', file))
    .action((options: { email: string; to?: string }) => run((shop) => exportBuyer(shop, options, print)));
  privacy
    .command('erase')
    .description('erase personal data; numbers, amounts and dates stay')
    .requiredOption('--email <address>', 'whose')
    .action((options: { email: string }) =>
      run((shop) => eraseBuyer(shop, { ...options, mailCatcherUrl: findShop(env).mailCatcherUrl }, print)),
    );
  return root;
};

const parseUrl = (text: string): string => {
  if (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It is an address like https://shop.example.com.');
};

const parseMailCode = (text: string): string => {
  if (/^\d{6}$/.test(text)) return text;
  throw new InvalidArgumentError('It has six digits.');
};

const parseMinutes = (text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= DAY_MINUTES) return value;
  throw new InvalidArgumentError(`It is a number of minutes from 1 to ${DAY_MINUTES}.`);
};

/** 1: the shop refused, or something is unhealthy. 2: the shop is unreachable, or the command is wrong. */
const exitCodeOf = (error: unknown, output: Console): number => {
  // Commander has printed its message already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const isKnown = error instanceof ShopUnavailable || error instanceof ShopRefused || error instanceof ConfigError;
  output.error(isKnown ? error.message : error);
  return error instanceof ShopRefused ? 1 : 2;
};
