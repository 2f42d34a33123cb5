import { Command, InvalidArgumentError } from 'commander';
import type { Whereabouts } from './config.js';
import { dropEvent, listEvents, retryAllEvents, retryEvent, showEvent } from './events.js';
import { type Output, output } from './output.js';
import { listDifferences, reconcile } from './payments.js';
import { printPinHash } from './pin.js';
import { eraseBuyer, exportBuyer } from './privacy.js';
import { listQueues, printOutbox } from './queues.js';
import { endSessions } from './sessions.js';
import type { Shop } from './shop.js';
import { printStatus } from './status/status.js';

const DAY_MINUTES = 1_440;

const EXAMPLES = `
How the shop is:
  npm run ops -- status
Facts that could not be applied:
  npm run ops -- facts [--all]
  npm run ops -- facts show ID
  npm run ops -- facts retry ID | --all
  npm run ops -- facts drop ID --reason "…"
What is kept of a buyer:
  npm run ops -- privacy export --email sam@example.com --to sam.json`;

type Work = (shop: Shop, output: Output) => Promise<void>;

/** How the commands get at what they need. */
export interface CommandDeps {
  /** Reaches the shop, does the work, and lets go of it. */
  inShop(work: Work, output: Output): Promise<void>;
  whereabouts(): Whereabouts;
  /** Something is not as it should be; the command has said what. */
  notWell(): void;
  /** Has every process of npm start replaced. */
  restart(output: Output): Promise<void>;
}

/** Every command of `npm run ops`. */
export const program = ({ inShop, whereabouts, notWell, restart }: CommandDeps): Command => {
  const root = new Command('npm run ops --')
    .description('What the operator does with a running shop. It is found by DATA_DIR (.local) or NATS_URL.')
    .option('--json', 'JSON instead of lines, for scripts', false)
    .helpCommand(false)
    .addHelpText('after', EXAMPLES)
    .addHelpText(
      'after',
      '\nExit code: 0 done, 1 the shop refused or something is not well, 2 the shop is not reached or the command is not understood.',
    );
  const told = (): Output => output(root.opts<{ json: boolean }>().json);
  const does = (work: Work): Promise<void> => inShop(work, told());

  root
    .command('status')
    .description('how every part is, what waits, and what to do')
    .action(async () => {
      if (!(await printStatus(whereabouts(), told()))) notWell();
    });
  root
    .command('queues')
    .description('jobs in every queue')
    .action(() => does(listQueues));
  root
    .command('outbox')
    .description('order facts that nobody has confirmed yet')
    .action(() => does(printOutbox));

  const facts = root
    .command('facts')
    .description('facts about orders (paid, archived) that the catalogue has not applied yet, those given up first')
    .option('--all', 'also those that were applied or dropped, newest first', false)
    .action((options: { all: boolean }) => does((shop, out) => listEvents(shop, options, out)));
  facts
    .command('show')
    .description('everything about one fact')
    .argument('<id>')
    .action((id: string) => does((shop, out) => showEvent(shop, id, out)));
  facts
    .command('retry')
    .description('try a fact again now that its cause is mended; one that was dropped comes back')
    .argument('[id]')
    .option('--all', 'all that were given up')
    .action((id: string | undefined, _options: object, command: Command) => {
      // `facts --all` and `retry --all` are one option to the parser where it stands before the id
      const { all } = command.optsWithGlobals<{ all?: boolean }>();
      if (Boolean(id) === Boolean(all)) command.error('error: say which fact: an id, or --all');
      return does((shop, out) => (id ? retryEvent(shop, id, out) : retryAllEvents(shop, out)));
    });
  facts
    .command('drop')
    .description('give a fact up for good; the row stays, with who did so and why')
    .argument('<id>')
    .requiredOption('--reason <text>', 'why it need not be applied')
    .action((id: string, { reason }: { reason: string }) => does((shop, out) => dropEvent(shop, id, reason, out)));

  root
    .command('reconcile')
    .description("compare Square's payments with the shop's now")
    .option('--minutes <number>', 'how far back', minutes, DAY_MINUTES)
    .action((options: { minutes: number }) => does((shop, out) => reconcile(shop, options.minutes, out)));
  root
    .command('differences')
    .description("differences between Square's books and the shop's")
    .action(() => does(listDifferences));
  root
    .command('restart')
    .description('replace the processes of npm start one by one, each when the one before is ready')
    .action(() => restart(told()));
  root
    .command('pin-hash')
    .description('make the ADMIN_PIN_HASH of a new PIN, typed unseen or read from standard input; needs no shop')
    .action(() => printPinHash(told()));
  root
    .command('sessions')
    .description("the owner's log-ins")
    .command('end')
    .description('end all of them')
    .action(() => does(endSessions));

  const privacy = root.command('privacy').description('what is kept of a buyer');
  privacy
    .command('export')
    .description('all of it, as JSON')
    .requiredOption('--email <address>', 'whose')
    .option('--to <file>', 'a new file, readable for you alone')
    .action((options: { email: string; to?: string }) => does((shop, out) => exportBuyer(shop, options, out)));
  privacy
    .command('erase')
    .description('take the person out; numbers, amounts and dates stay')
    .requiredOption('--email <address>', 'whose')
    .action((options: { email: string }) => does((shop, out) => eraseBuyer(shop, options, out)));
  return root;
};

const minutes = (text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= DAY_MINUTES) return value;
  throw new InvalidArgumentError(`It is a number of minutes from 1 to ${DAY_MINUTES}.`);
};
