import { keep, lines, type Report } from '../src/report.js';

/** Runs a trial, says what it measured, leaves it in .results, and returns what must not be. */
export const tell = async (trial: (say: (line: string) => void) => Promise<Report>): Promise<string[]> => {
  // the test runner hides standard output
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const report = await trial(say);
  keep(report);
  for (const line of lines(report)) say(line);
  return report.violations;
};
