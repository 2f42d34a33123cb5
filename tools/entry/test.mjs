// `npm test`: installs what is missing and runs every test; `npm test unit` (integration, browser, lint, typecheck)
// runs one kind. `--full` (npm run test:full) runs random and long tests at full length.
// The last line has the counts of passed and failed tests. Plain JavaScript for Node 20.19.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { inLanes, stopServers } from './lanes.mjs';
import { alone, build, checkNode, environment, installPackages, node, Refused, root } from './prepare.mjs';
import { endCommands, hideProgress, run, say, seconds, showProgress } from './steps.mjs';
import {
  add,
  forgetResults,
  jestResults,
  none,
  oneFailure,
  playwrightResults,
  projectsWith,
  shopLog,
} from './test-results.mjs';

const MINUTE = 60_000;
const FULL = process.argv.includes('--full');
const WHOLE_TIMEOUT_MS = (FULL ? 360 : 85) * MINUTE;
const STEP_TIMEOUT_MS = {
  typecheck: 30 * MINUTE,
  lint: 30 * MINUTE,
  unit: 15 * MINUTE,
  integration: (FULL ? 120 : 30) * MINUTE,
  browser: 65 * MINUTE,
  scaled: 40 * MINUTE,
  deployment: 5 * MINUTE,
  containers: 45 * MINUTE,
};
/** Environment of the integration tests in a full run: they include the long ones. */
const FULL_RUN = {
  LONG_PROOFS: '1',
  INTERLEAVINGS: '10000',
  STRESS_RACE_ROUNDS: '200',
};
/** Buyers at once; 100 in `npm test`. */
const CROWD = { E2E_BUYERS: '640' };
const TWO_OF_EACH = 'gateway=2,catalog=2,orders=2,payments=2,media=2';
const ENGINE_TIMEOUT_MS = 20_000;
/** The shop stops within ten seconds, plus a reserve for a machine that is busy with the stopped tests. */
const SHOP_STOPS_MS = 25_000;
const MAX_MESSAGE = 8000;
/** Runs alone in a full run, because it measures the shop's speed. It starts shops with their own servers. */
const MEASURES = 'tools/stress';
/** One more than cores, because tests often wait. Further ones make each test slow while the cores have work anyway. */
const LANES = availableParallelism() + 1;
/** The longest start first, and those that often wait beside those that only compute, so that no core is idle. */
const ORDER = [
  'browser-1',
  'browser-2',
  'gateway',
  'services/payments',
  'tools/stress',
  'api',
  'services/catalog',
  'services/orders',
  'tools/interleavings',
  'lint',
  'tools/audit',
  'tools/square-simulator',
  'tools/start',
  'tools/ops',
  'services/media',
  'unit',
];
/** The jobs of each kind of test; `isAlone`: nothing else runs meanwhile. */
const KINDS = {
  typecheck: () => [{ name: 'typecheck', run: typecheck }],
  lint: () => [{ name: 'lint', run: lint }],
  unit: () => [{ name: 'unit', run: unit }],
  integration: () =>
    projectsWith('integration').map((name) => ({
      name,
      run: (servers) => integrationOf(name, servers),
      isAlone: FULL && name === MEASURES,
    })),
  browser: () => [
    ...[1, 2].map((half) => ({ name: `browser-${half}`, run: () => browser(half) })),
    { name: 'api', run: api },
  ],
  ...(FULL
    ? {
        scaled: () => [{ name: 'scaled', run: scaled, isAlone: true }],
        deployment: () => [{ name: 'deployment', run: deployment, isAlone: true }],
        containers: () => [{ name: 'containers', run: containers, isAlone: true }],
      }
    : {}),
};

let interrupted = false;
const began = Date.now();
const parent = process.ppid;
/** Marks every process that the tests start, in its environment. */
const mark = ['GEODES_TEST_RUN', `${process.pid}-${began}`];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupt(`stopped by ${signal}`));
setInterval(() => process.ppid !== parent && interrupt('npm has gone'), 500).unref();
setTimeout(
  () => interrupt(`ended: the whole run took more than ${WHOLE_TIMEOUT_MS / MINUTE} minutes`),
  WHOLE_TIMEOUT_MS,
).unref();

try {
  const wanted = process.argv.slice(2).filter((name) => name !== '--full');
  const unknown = wanted.find((name) => !(name in KINDS));
  if (unknown) throw new Refused(`"${unknown}" is no kind of test; there are ${Object.keys(KINDS).join(', ')}.`);
  checkNode();
  await alone(installPackages);
  await alone(build);
  report(await runKinds(wanted.length > 0 ? wanted : Object.keys(KINDS)));
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  say('0 passed, 1 failed');
  process.exit(1);
}

/** Runs all jobs of these kinds in lanes, then those that run alone. Shows each kind's counts after its last job. */
async function runKinds(names) {
  const kinds = names.map((name) => ({ name, jobs: KINDS[name](), counts: none(), began: 0 }));
  const showRest = () => showProgress(kinds.flatMap(({ name, jobs }) => (jobs.length > 0 ? name : [])).join(', '));
  let done = showRest();
  const runJob = async (kind, job, servers) => {
    kind.began ||= Date.now();
    const found = await job.run(servers).catch((error) => oneFailure(job.name, error.message));
    if (interrupted) return never();
    kind.counts = add(kind.counts, found);
    kind.jobs = kind.jobs.filter((each) => each !== job);
    if (kind.jobs.length > 0) return undefined;
    const { passed, failed } = kind.counts;
    done(`${failed ? '✗' : '✓'} ${kind.name.padEnd(12)} ${passed} passed, ${failed} failed`, kind.began);
    if (kinds.some(({ jobs }) => jobs.length > 0)) done = showRest();
    return undefined;
  };
  const all = kinds.flatMap((kind) => kind.jobs.map((job) => ({ kind, job })));
  const rank = ({ job: { name } }) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  const waiting = all.filter(({ job }) => !job.isAlone).sort((one, other) => rank(one) - rank(other));
  await inLanes(LANES, waiting, ({ kind, job }, servers) => runJob(kind, job, servers));
  for (const { kind, job } of all.filter(({ job }) => job.isAlone)) {
    await endMarked();
    await runJob(kind, job);
  }
  await endMarked();
  return kinds.map(({ counts }) => counts).reduce(add, none());
}

/**
 * Ends processes with the mark of this run: an interrupted test may have left some in their own process groups. They get
 * time to end their children. None has the mark before the first build, which this needs. Linux only.
 */
async function endMarked() {
  const table = await import('../../libs/servers/dist/process-table.js').catch(() => undefined);
  if (!table) return;
  const findMarked = () => table.findProcessesByVariable(mark.join('='));
  const asked = findMarked();
  for (const pid of asked) table.sendSignal(pid, 'SIGTERM');
  await table.waitForExit(asked, SHOP_STOPS_MS);
  for (const pid of findMarked()) table.sendSignal(pid, 'SIGKILL');
}

function report({ passed, failed, failures }) {
  for (const { name, message } of failures) {
    say(`\n✗ ${name}`);
    say(stripVTControlCharacters(message).slice(-MAX_MESSAGE).replace(/^/gm, '    '));
  }
  say(`\nAfter ${seconds(Date.now() - began)}:`);
  say(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}

/** Checks sources and tests. The build checks each package by its own settings. */
async function typecheck() {
  const tsc = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  return asOne('typecheck', await command('typecheck', tsc, ['-p', 'tsconfig.json']));
}

async function lint() {
  return asOne('lint', await command('lint', join(root, 'tools', 'entry', 'lint.mjs'), []));
}

/** Runs all projects in one process of Jest. */
async function unit() {
  forgetResults('', 'unit');
  const { output } = await command('unit', join(root, 'tools', 'entry', 'jest.mjs'), ['unit']);
  return jestResults('', 'unit', output);
}

async function integrationOf(project, servers) {
  const urls = project === MEASURES ? undefined : await servers();
  if (urls) await emptyRedis(urls);
  forgetResults(project, 'integration');
  const { output } = await command('integration', join(root, 'tools', 'entry', 'jest.mjs'), ['integration'], {
    cwd: join(root, project),
    env: { ...environment(), ...(FULL ? FULL_RUN : {}), ...(urls ? { TEST_SERVERS: urls } : {}) },
    log: `integration-${project.replace('/', '-')}`,
  });
  return jestResults(project, 'integration', output);
}

/** Removes jobs that another project's tests have left: the services of this one would work on them. */
async function emptyRedis(urls) {
  const { Redis } = await import('ioredis');
  const redis = new Redis(JSON.parse(urls).redis);
  await redis.flushall().finally(() => redis.disconnect());
}

/** Starts a shop for about half of the browser tests, on desktops and phones. */
function browser(half) {
  const projects = ['--project=desktop', '--project=phone'];
  // the second half has the longer tests
  const env = { ...environment(), PWTEST_SHARD_WEIGHTS: '57:43' };
  return playwright('browser', `browser-${half}`, [...projects, `--shard=${half}/2`], env);
}

/** Starts a shop with one demo geode, because drawing them takes long. */
function api() {
  const env = { ...environment(), E2E_SEED_COUNT: '1', ...(FULL ? CROWD : {}) };
  return playwright('browser', 'api', ['--project=api'], env);
}

/** Repeats the tests that kill processes or crowd them, with two of each process. */
async function scaled() {
  const env = { ...environment(), E2E_SCALE: TWO_OF_EACH, E2E_SEED_COUNT: '0', ...CROWD };
  const specs = ['failpoints', 'recovery', 'events', 'shortages', 'disk', 'concurrency'];
  return playwright('scaled', 'scaled', ['--project=api', '--global-timeout=2400000', ...specs], env);
}

/** Checks manifests and alerts with kubectl and promtool. Prints what is left out if one is not installed. */
function deployment() {
  return deployCheck('deployment', 'with-tools');
}

/** Builds the images and buys through them. Left out, with a message, if no container engine is available. */
async function containers() {
  const engine = await run('docker', ['compose', 'version'], { env: process.env, limitMs: ENGINE_TIMEOUT_MS });
  const answers = engine.ok && (await run('docker', ['info'], { env: process.env, limitMs: ENGINE_TIMEOUT_MS })).ok;
  if (!answers) {
    say('  containers: left out, no container engine with Compose answers here (`docker info`)');
    return none();
  }
  return deployCheck('containers', 'containers');
}

async function deployCheck(step, folder) {
  const result = await command(step, join(root, 'tools', 'deploy-check', 'dist', folder, 'main.js'), []);
  if (result.ok) say(result.output.trimEnd());
  return asOne(step, result);
}

/** `name` names the run's results and its shop's log. */
async function playwright(step, name, args, env) {
  const e2e = join(root, 'e2e');
  const results = join(e2e, '.results', `${name}.json`);
  rmSync(results, { force: true });
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const { ok, output } = await command(step, cli, ['test', ...args], {
    cwd: e2e,
    env: { ...env, E2E_RUN: name },
    log: `${step}-${name}`,
  });
  const counts = playwrightResults(results);
  const log = join(e2e, '.results', `${name}-shop.log`);
  if (counts.failed > 0) say(`\nWhat the shop said during these tests:\n${shopLog(log)}`);
  const unexplained = !existsSync(results) || (!ok && counts.failed === 0);
  return unexplained ? { ...counts, failed: 1, failures: [{ name: `${step} (${name})`, message: output }] } : counts;
}

/** Runs a script with Node 24 and writes its output to .results/NAME.log. */
async function command(step, script, args, { cwd = root, env = environment(), log = step } = {}) {
  if (interrupted) return never();
  const result = await run(node(), [script, ...args], {
    cwd,
    env: { ...env, [mark[0]]: mark[1] },
    limitMs: STEP_TIMEOUT_MS[step],
  });
  mkdirSync(join(root, '.results'), { recursive: true });
  writeFileSync(join(root, '.results', `${log}.log`), result.output);
  return result;
}

function asOne(name, { ok, output }) {
  return ok ? { ...none(), passed: 1 } : oneFailure(name, output);
}

/** Keeps its caller waiting: once interrupted, no job starts or reports any more, and `interrupt` ends this process. */
function never() {
  return new Promise(() => undefined);
}

async function interrupt(why) {
  if (interrupted) return;
  interrupted = true;
  hideProgress();
  say(`\n${why}`);
  await endCommands(SHOP_STOPS_MS);
  await endMarked();
  await stopServers();
  say('0 passed, 1 failed');
  process.exit(1);
}
