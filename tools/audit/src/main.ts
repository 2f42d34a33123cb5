import { ConfigError, type Flags, readFlags, USAGE } from './flags.js';

/** A longer check hangs. */
const CHECK_TIMEOUT_MS = 10 * 60_000;

try {
  const flags = readFlags(process.argv.slice(2));
  if (flags.help) console.log(USAGE);
  else if (process.env.AUDIT_WATCH === 'on') await watchContinuously();
  else await checkOnce(flags);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : String(error));
  process.exitCode = 2;
}

/** Imports on demand, so the long-running process stays small. */
async function watchContinuously(): Promise<void> {
  const { watch } = await import('./watch.js');
  await watch(process.argv.slice(2), process.env);
}

async function checkOnce(flags: Flags): Promise<void> {
  setTimeout(() => {
    console.error('The data was not read within ten minutes.');
    process.exit(2);
  }, CHECK_TIMEOUT_MS).unref();
  const { readDataSources } = await import('./config.js');
  const { check, formatReport } = await import('./check.js');
  const report = await check(readDataSources(process.env), flags);
  console.log(flags.json ? JSON.stringify(report) : formatReport(report).join('\n'));
  process.exitCode = report.violations.length > 0 ? 1 : report.squareFailure ? 2 : 0;
}
