import { measureInteraction } from './interaction/measure-interaction.js';
import { runLighthouse } from './lighthouse/run-lighthouse.js';
import { takeScreenshots } from './screenshots/take-screenshots.js';

const tools: Record<string, (words: string[]) => Promise<void>> = {
  lighthouse: runLighthouse,
  screenshots: takeScreenshots,
  interaction: measureInteraction,
};

// the browser's library hears these signals too, closes the browser and lets the program go on; the shop ends with it
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const [name = '', ...words] = process.argv.slice(2);
const tool = tools[name];
if (!tool) {
  console.error(`There is ${Object.keys(tools).join(', ')}, but no ${name || 'tool without a name'}.`);
  process.exitCode = 2;
} else
  await tool(words).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
