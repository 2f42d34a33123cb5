import { formatLines, type Report } from '../src/report.js';

/** Runs a stress test, prints its report, and returns the violations. */
export const runAndReport = async (run: (say: (line: string) => void) => Promise<Report>): Promise<string[]> => {
  // the test runner hides standard output
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const report = await run(say);
  for (const line of formatLines(report)) say(line);
  return report.violations;
};
