// Reads and adds up the results of Jest and Playwright in .results. Plain JavaScript for Node 20.19.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './prepare.mjs';

const LOG_LINES = 60;
const LOG_LINE_LENGTH = 240;
const KINDS = {
  unit: { folder: 'src', pattern: /\.spec\.tsx?$/ },
  integration: { folder: 'test', pattern: /\.int\.spec\.ts$/ },
};

/** Counts of one step, and each failure with its name and message. */
export const none = () => ({ passed: 0, failed: 0, failures: [] });

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  failures: [...a.failures, ...b.failures],
});

export const oneFailure = (name, message) => ({ passed: 0, failed: 1, failures: [{ name, message }] });

/** Returns the folders of projects with tests of this kind. */
export function projectsWith(kind) {
  const { folder, pattern } = KINDS[kind];
  const parts = ['libs', 'services', 'tools'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  );
  return [...parts, 'gateway', 'web'].filter((project) => {
    const path = join(root, project, folder);
    return existsSync(path) && readdirSync(path, { recursive: true }).some((file) => pattern.test(file));
  });
}

const resultsFile = (project, kind) => join(root, project, '.results', `${kind}.json`);

/** Deletes the results of an earlier run. */
export function forgetResults(project, kind) {
  rmSync(resultsFile(project, kind), { force: true });
}

/** Reads a project's results, or those of all projects (''). Without results it is a failure, shown with Jest's output. */
export function jestResults(project, kind, output) {
  const report = readJson(resultsFile(project, kind));
  if (!report) return oneFailure(`${project} ${kind}`.trim(), `its tests did not run to the end\n${output}`);
  let counts = { ...none(), passed: report.numPassedTests };
  for (const file of report.testResults) {
    const name = file.name.replace(`${root}/`, '').replace(root, '');
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    for (const { ancestorTitles, title, failureMessages } of failed)
      counts = add(counts, oneFailure(`${name}: ${[...ancestorTitles, title].join(' ')}`, failureMessages.join('\n')));
    if (file.status === 'failed' && failed.length === 0) counts = add(counts, oneFailure(name, file.message));
  }
  return counts;
}

export function playwrightResults(path) {
  const report = readJson(path);
  if (!report) return oneFailure('e2e (browser)', 'left no results: its tests did not run to the end');
  const { expected, flaky } = report.stats;
  let counts = { ...none(), passed: expected + flaky };
  for (const error of report.errors ?? [])
    counts = add(counts, oneFailure('e2e (browser)', error.message ?? String(error)));
  for (const { title, spec, test } of testsIn(report.suites ?? []))
    if (test.status === 'unexpected') {
      const messages = test.results.flatMap(({ errors = [] }) => errors.map(({ message }) => message));
      counts = add(counts, oneFailure(`e2e/${spec.file}: ${title} [${test.projectName}]`, messages.join('\n')));
    }
  return counts;
}

/** Returns the first and the last part of the shop's log, or an empty text. */
export function shopLog(path) {
  if (!existsSync(path)) return '';
  const lines = stripVTControlCharacters(readFileSync(path, 'utf8'))
    .split('\n')
    .filter((line) => !/"level":"(info|debug|trace)"/.test(line))
    .map((line) => line.slice(0, LOG_LINE_LENGTH));
  if (lines.length <= 2 * LOG_LINES) return lines.join('\n');
  return [...lines.slice(0, LOG_LINES), '…', ...lines.slice(-LOG_LINES)].join('\n');
}

function testsIn(suites, above = []) {
  return suites.flatMap((suite) => {
    const path = [...above, suite.title].filter((part) => part && !part.endsWith('.ts'));
    const own = (suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test) => ({ spec, test, title: [...path, spec.title].join(' › ') })),
    );
    return [...own, ...testsIn(suite.suites ?? [], path)];
  });
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
