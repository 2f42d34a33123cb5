import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { inWorkspace, MANIFESTS, type Manifest } from '../deployment-files.js';
import { problemsOf } from '../kubernetes-types.js';

/**
 * Checks the deployment files with an operator's tools: kubectl renders the manifests of base and overlay, promtool
 * checks and tests the alerts, caddy validates the proxy's configuration. Skips a tool that is not installed and prints
 * so. Exit code 0: no mistakes. `npm run test:full` runs it.
 */
const TIMEOUT_MS = 60_000;
const MAX_OUTPUT = 16_000_000;
const RENDERED = ['base', 'overlays/managed'];
const run = promisify(execFile);

try {
  for (const folder of RENDERED) await checkRendered(folder);
  await promtool('check', 'rules', 'deploy/telemetry/alerts.yml');
  await promtool('check', 'config', '--syntax-only', 'deploy/telemetry/prometheus.yml');
  await promtool('test', 'rules', 'deploy/telemetry/alerts.test.yml');
  await caddy();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Checks the output of `kubectl kustomize`: it matches the types and has every ConfigMap that a pod uses. */
async function checkRendered(folder: string): Promise<void> {
  const output = await tool('kubectl', ['kustomize', `${MANIFESTS}/${folder}`]);
  if (output === undefined) return;
  const manifests = parseAllDocuments(output).map((document) => document.toJS() as Manifest);
  const problems = [...problemsOf(manifests), ...unknownMaps(manifests)];
  if (problems.length > 0) throw new Error(`kubectl kustomize ${folder}:\n${problems.join('\n')}`);
  console.log(`kubectl kustomize ${folder}: ${manifests.length} objects match the types of Kubernetes`);
}

/** Finds ConfigMaps that pods use and no generator creates. Their names contain a hash; a missing one stops the pod. */
function unknownMaps(manifests: Manifest[]): string[] {
  const known = new Set(manifests.flatMap(({ kind, metadata }) => (kind === 'ConfigMap' ? [metadata.name] : [])));
  return manifests.flatMap(({ metadata, spec }) =>
    (spec?.template?.spec.containers ?? [])
      .flatMap(({ envFrom = [] }) => envFrom.map(({ configMapRef }) => configMapRef.name))
      .filter((name) => !known.has(name))
      .map((name) => `${metadata.name} uses the ConfigMap ${name}, which does not exist`),
  );
}

async function promtool(...args: string[]): Promise<void> {
  const output = await tool('promtool', args);
  if (output !== undefined) console.log(`promtool ${args.join(' ')}: no mistakes`);
}

async function caddy(): Promise<void> {
  const file = 'deploy/proxy/Caddyfile';
  const args = ['validate', '--adapter', 'caddyfile', '--config', file];
  const output = await tool('caddy', args, { PUBLIC_URL: 'https://shop.example.com' });
  if (output !== undefined) console.log(`caddy validate ${file}: no mistakes`);
}

/** Returns a tool's output; prints a line and returns undefined when it is not installed. Throws when it finds a mistake. */
async function tool(program: string, args: string[], variables: NodeJS.ProcessEnv = {}): Promise<string | undefined> {
  try {
    const { stdout } = await run(program, args, {
      cwd: inWorkspace('.'),
      env: { ...process.env, ...variables },
      timeout: TIMEOUT_MS,
      maxBuffer: MAX_OUTPUT,
    });
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    console.log(`${program} ${args.join(' ')}: skipped, ${program} is not installed`);
    return undefined;
  }
}
