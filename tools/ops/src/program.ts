import { Command, InvalidArgumentError } from 'commander';
import { dropFact, listFacts, retryAllFacts, retryFact, showFact } from './facts.js';
import { type Output, output } from './output.js';
import { listDifferences, reconcile } from './payments.js';
import type { Shop } from './shop.js';

const DAY_MINUTES = 1_440;

const EXAMPLES = `
Facts that could not be applied:
  npm run ops -- facts [--all]
  npm run ops -- facts show ID
  npm run ops -- facts retry ID | --all
  npm run ops -- facts drop ID --reason "…"`;

type Work = (shop: Shop, output: Output) => Promise<void>;

/** Every command of `npm run ops`; `run` reaches the shop and does the work. */
export const program = (run: (work: Work, output: Output) => Promise<void>): Command => {
  const root = new Command('npm run ops --')
    .description('What the operator does with a running shop. It is found by DATA_DIR (.local) or NATS_URL.')
    .option('--json', 'JSON instead of lines, for scripts', false)
    .helpCommand(false)
    .addHelpText('after', EXAMPLES)
    .addHelpText(
      'after',
      '\nExit code: 0 done, 1 the shop refused, 2 the shop is not reached or the command is not understood.',
    );
  const doing = (work: Work) => (): Promise<void> => run(work, output(root.opts<{ json: boolean }>().json));

  const facts = root
    .command('facts')
    .description('facts about orders (paid, archived) that the catalogue has not applied yet, those given up first')
    .option('--all', 'also those that were applied or dropped, newest first', false)
    .action((options: { all: boolean }) => doing((shop, out) => listFacts(shop, options, out))());
  facts
    .command('show')
    .description('everything about one fact')
    .argument('<id>')
    .action((id: string) => doing((shop, out) => showFact(shop, id, out))());
  facts
    .command('retry')
    .description('try a fact again now that its cause is mended; one that was dropped comes back')
    .argument('[id]')
    .option('--all', 'all that were given up')
    .action((id: string | undefined, _options: object, command: Command) => {
      // `facts --all` and `retry --all` are one option to the parser where it stands before the id
      const { all } = command.optsWithGlobals<{ all?: boolean }>();
      if (Boolean(id) === Boolean(all)) command.error('error: say which fact: an id, or --all');
      return doing((shop, out) => (id ? retryFact(shop, id, out) : retryAllFacts(shop, out)))();
    });
  facts
    .command('drop')
    .description('give a fact up for good; the row stays, with who did so and why')
    .argument('<id>')
    .requiredOption('--reason <text>', 'why it need not be applied')
    .action((id: string, { reason }: { reason: string }) => doing((shop, out) => dropFact(shop, id, reason, out))());

  root
    .command('reconcile')
    .description("compare Square's payments with the shop's now")
    .option('--minutes <number>', 'how far back', minutes, DAY_MINUTES)
    .action((options: { minutes: number }) => doing((shop, out) => reconcile(shop, options.minutes, out))());
  root
    .command('differences')
    .description("differences between Square's books and the shop's")
    .action(doing((shop, out) => listDifferences(shop, out)));
  return root;
};

const minutes = (text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= DAY_MINUTES) return value;
  throw new InvalidArgumentError(`It is a number of minutes from 1 to ${DAY_MINUTES}.`);
};
