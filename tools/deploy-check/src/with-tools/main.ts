import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { problemsOf } from '../kubernetes-schema.js';
import { MANIFESTS, type Manifest } from '../manifests.js';
import { inWorkspace } from '../workspace.js';

/**
 * Has the tools that an operator would use look at what is deployed: kubectl makes the manifests of base and overlay, promtool
 * reads the alerts and tries them. A tool that this machine has not is left out, and said. Exit code 0: nothing is wrong.
 * Belongs to `npm run test:full`.
 */
const TIMEOUT_MS = 60_000;
const MAX_OUTPUT = 16_000_000;
const RENDERED = ['base', 'overlays/managed'];
const run = promisify(execFile);

try {
  for (const folder of RENDERED) await rendered(folder);
  await promtool('check', 'rules', 'deploy/telemetry/alerts.yml');
  await promtool('check', 'config', '--syntax-only', 'deploy/telemetry/prometheus.yml');
  await promtool('test', 'rules', 'deploy/telemetry/alerts.test.yml');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** What `kubectl apply -k` would send keeps the schemas, and everything that a pod mounts or is told of is among it. */
async function rendered(folder: string): Promise<void> {
  const said = await tool('kubectl', ['kustomize', `${MANIFESTS}/${folder}`]);
  if (said === undefined) return;
  const manifests = parseAllDocuments(said).map((document) => document.toJS() as Manifest);
  const problems = [...(await problemsOf(manifests)), ...unknownMaps(manifests)];
  if (problems.length > 0) throw new Error(`kubectl kustomize ${folder}:\n${problems.join('\n')}`);
  console.log(`kubectl kustomize ${folder}: ${manifests.length} objects keep the schemas of Kubernetes`);
}

/** ConfigMaps get a name with their contents' hash: one that nobody generates would keep a pod from starting. */
function unknownMaps(manifests: Manifest[]): string[] {
  const known = new Set(manifests.flatMap(({ kind, metadata }) => (kind === 'ConfigMap' ? [metadata.name] : [])));
  return manifests.flatMap(({ metadata, spec }) =>
    (spec?.template?.spec.containers ?? [])
      .flatMap(({ envFrom = [] }) => envFrom.map(({ configMapRef }) => configMapRef.name))
      .filter((name) => !known.has(name))
      .map((name) => `${metadata.name} is told by ${name}, which is not made`),
  );
}

async function promtool(...args: string[]): Promise<void> {
  const said = await tool('promtool', args);
  if (said !== undefined) console.log(`promtool ${args.join(' ')}: nothing wrong`);
}

/** What it says; undefined, and a word about it, where there is no such program. Throws where it finds something wrong. */
async function tool(program: string, args: string[]): Promise<string | undefined> {
  try {
    const { stdout } = await run(program, args, { cwd: inWorkspace('.'), timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT });
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    console.log(`${program} ${args.join(' ')}: left out, there is no ${program} on this machine`);
    return undefined;
  }
}
