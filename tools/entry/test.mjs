// `npm test`: installs what is missing and runs every test; `npm test unit` (integration, browser, lint, typecheck)
// runs one kind. `--full` (npm run test:full) runs random and long tests at full length.
// The last line has the counts of passed and failed tests. Plain JavaScript for Node 20.19.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { alone, checkNode, environment, installPackages, node, Refused, root } from './prepare.mjs';
import { endCommands, endMarked, hideProgress, run, say, seconds, showProgress } from './steps.mjs';
import {
  add,
  forgetResults,
  jestResults,
  none,
  oneFailure,
  plain,
  playwrightResults,
  projectsWith,
  shopLog,
} from './test-results.mjs';

const MINUTE = 60_000;
const FULL = process.argv.includes('--full');
const WHOLE_TIMEOUT_MS = (FULL ? 360 : 85) * MINUTE;
const STEP_TIMEOUT_MS = {
  typecheck: 10 * MINUTE,
  lint: 10 * MINUTE,
  unit: 15 * MINUTE,
  integration: (FULL ? 120 : 30) * MINUTE,
  browser: 35 * MINUTE,
  scaled: 40 * MINUTE,
  deployment: 5 * MINUTE,
  containers: 45 * MINUTE,
};
/** Environment of a full run: long tests, two of each process. */
const FULL_RUN = {
  LONG_PROOFS: '1',
  INTERLEAVINGS: '10000',
  STRESS_RACE_ROUNDS: '200',
  STRESS_CARTS_ROUNDS: '200',
  STRESS_CHAOS_ORDERS: '500',
  STRESS_ROLLING_ROUNDS: '3',
};
const TWO_OF_EACH = 'gateway=2,catalog=2,orders=2,payments=2,media=2';
const ENGINE_TIMEOUT_MS = 20_000;
const SERVERS_TIMEOUT_MS = 5 * MINUTE;
/** The shop stops within ten seconds, plus a reserve. */
const SHOP_STOPS_MS = 12_000;
const STOPS_IN_ORDER = ['browser', 'scaled', 'containers'];
const MAX_MESSAGE = 8000;
/** Runs alone, because it measures the shop's speed. It starts shops with their own servers. */
const MEASURES = 'tools/stress';
/** Start first, so that no lane is idle at the end. */
const LONGEST = ['gateway', 'tools/interleavings', 'services/payments'];
const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
const steps = { typecheck, lint, unit, integration, browser, ...(FULL ? { scaled, deployment, containers } : {}) };

let interrupted = false;
let stopLimitMs = 2000;
const servers = new Set();
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
  const unknown = wanted.find((name) => !(name in steps));
  if (unknown) throw new Refused(`"${unknown}" is no kind of test; there are ${Object.keys(steps).join(', ')}.`);
  checkNode();
  await alone(installPackages);
  report(await runSteps(wanted.length > 0 ? wanted : Object.keys(steps)));
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  say('0 passed, 1 failed');
  process.exit(1);
}

async function runSteps(names) {
  let total = none();
  for (const name of names) {
    const done = showProgress(name);
    const counts = await steps[name]().catch((error) => oneFailure(name, error.message));
    if (interrupted) return new Promise(() => undefined);
    await endMarked(mark.join('='), SHOP_STOPS_MS);
    done(`${counts.failed ? '✗' : '✓'} ${name.padEnd(12)} ${counts.passed} passed, ${counts.failed} failed`);
    total = add(total, counts);
  }
  return total;
}

function report({ passed, failed, failures }) {
  for (const { name, message } of failures) {
    say(`\n✗ ${name}`);
    say(plain(message).slice(-MAX_MESSAGE).replace(/^/gm, '    '));
  }
  say(`\nAfter ${seconds(Date.now() - began)}:`);
  say(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}

/** Checks sources and tests. The build checks each package by its own settings. */
async function typecheck() {
  await alone(build);
  const tsc = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  return asOne('typecheck', await command('typecheck', tsc, ['-p', 'tsconfig.json']));
}

async function lint() {
  return asOne('lint', await command('lint', join(root, 'tools', 'entry', 'lint.mjs'), []));
}

async function unit() {
  const projects = projectsWith('unit');
  for (const project of projects) forgetResults(project, 'unit');
  const { timedOut, output } = await command('unit', nx, [
    'run-many',
    '-t',
    'unit',
    '--parallel=2',
    '--outputStyle=static',
  ]);
  const counts = projects.map((project) => jestResults(project, 'unit')).reduce(add, none());
  return timedOut ? add(counts, oneFailure('unit', output)) : counts;
}

/** Runs two projects at a time, because tests often wait. Each lane has its own servers, so tests do not interfere. */
async function integration() {
  await alone(build);
  const projects = projectsWith('integration');
  const lanes = await Promise.all([startServers(), startServers()]);
  for (const lane of lanes) servers.add(lane);
  const others = projects.filter((project) => project !== MEASURES && !LONGEST.includes(project));
  const together = [...LONGEST, ...others];
  const counts = await inLanes(lanes.length, together, (project, lane) => integrationOf(project, lanes[lane].urls));
  for (const lane of lanes) {
    await lane.stop();
    servers.delete(lane);
  }
  return projects.includes(MEASURES) ? add(counts, await integrationOf(MEASURES)) : counts;
}

async function integrationOf(project, urls) {
  forgetResults(project, 'integration');
  const { output } = await command('integration', join(root, 'tools', 'entry', 'jest.mjs'), ['integration'], {
    cwd: join(root, project),
    env: { ...environment(), ...(FULL ? FULL_RUN : {}), ...(urls ? { TEST_SERVERS: urls } : {}) },
    log: `integration-${project.replace('/', '-')}`,
  });
  const found = jestResults(project, 'integration');
  const isLost = found.passed + found.failed === 1 && found.failures[0]?.message.startsWith('left no results');
  return isLost ? oneFailure(found.failures[0].name, `${found.failures[0].message}\n${output}`) : found;
}

/** Runs two shops at a time, because tests often wait, most of all when processes are killed. */
async function browser() {
  const projects = ['desktop', 'api', 'phone'];
  return inLanes(2, projects, (project) => playwright('browser', project, [`--project=${project}`], environment()));
}

/** Repeats the tests that kill processes, with two of each process. */
async function scaled() {
  const env = { ...environment(), E2E_SCALE: TWO_OF_EACH, E2E_SEED_COUNT: '0' };
  return playwright(
    'scaled',
    'scaled',
    ['--project=api', '--global-timeout=2400000', 'failpoints', 'recovery', 'shortages', 'disk', 'crowd'],
    env,
  );
}

/** Checks manifests and alerts with kubectl and promtool. Prints what is left out if one is not installed. */
async function deployment() {
  await alone(build);
  const main = join(root, 'tools', 'deploy-check', 'dist', 'with-tools', 'main.js');
  const result = await command('deployment', main, []);
  if (result.ok) say(result.output.trimEnd());
  return asOne('deployment', result);
}

/** Builds the images and buys through them. Left out, with a message, if no container engine is available. */
async function containers() {
  const engine = await run('docker', ['compose', 'version'], { env: process.env, limitMs: ENGINE_TIMEOUT_MS });
  const answers = engine.ok && (await run('docker', ['info'], { env: process.env, limitMs: ENGINE_TIMEOUT_MS })).ok;
  if (!answers) {
    say('  containers: left out, no container engine with Compose answers here (`docker info`)');
    return none();
  }
  await alone(build);
  const main = join(root, 'tools', 'deploy-check', 'dist', 'containers', 'main.js');
  const result = await command('containers', main, []);
  if (result.ok) say(result.output.trimEnd());
  return asOne('containers', result);
}

/** Starts each job as soon as a lane is free. `test` receives the job and the lane's number. */
async function inLanes(lanes, jobs, test) {
  const waiting = [...jobs];
  let counts = none();
  const work = async (_, lane) => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const found = await test(job, lane);
      counts = add(counts, found);
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return counts;
}

/** `name` names the run's results and its shop's log. */
async function playwright(step, name, args, env) {
  await alone(build);
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
  if (interrupted) return new Promise(() => undefined);
  // A step that started a whole shop needs time to stop it.
  stopLimitMs = STOPS_IN_ORDER.includes(step) ? SHOP_STOPS_MS : 2000;
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

/** Starts the servers of a lane. They exit when their standard input closes, so also if this process is killed. */
function startServers() {
  const main = join(root, 'libs', 'testing', 'dist', 'test-servers-main.js');
  const child = spawn(node(), [main], {
    cwd: root,
    env: environment(),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => child.kill('SIGKILL'), SERVERS_TIMEOUT_MS);
    const ended = new Promise((settle) => child.once('exit', settle));
    let said = '';
    let urls = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      if (!urls) say(`  ${text.trim()}`);
    });
    child.stdout.setEncoding('utf8').on('data', (text) => {
      urls += text;
      if (!urls.includes('\n')) return;
      clearTimeout(limit);
      resolve({ urls: urls.trim(), stop: () => (child.stdin.end(), ended) });
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The servers for the tests could not be started.\n${said}`)));
  });
}

async function interrupt(why) {
  if (interrupted) return;
  interrupted = true;
  hideProgress();
  say(`\n${why}`);
  await endCommands(stopLimitMs);
  await endMarked(mark.join('='), SHOP_STOPS_MS);
  await Promise.all([...servers].map((own) => own.stop()));
  say('0 passed, 1 failed');
  process.exit(1);
}
