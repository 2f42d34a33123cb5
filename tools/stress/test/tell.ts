import { keep, lines, type Report } from '../src/report.js';

/** Runs a run, says what it measured, leaves it in .results, and returns what must not be. */
export const tell = async (run: (say: (line: string) => void) => Promise<Report>): Promise<string[]> => {
  // the test runner hides standard output
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const report = await run(say);
  keep(report);
  for (const line of lines(report)) say(line);
  return report.violations;
};
