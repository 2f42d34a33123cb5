import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import type { Manifest } from './manifests.js';
import { inWorkspace } from './workspace.js';

interface Model {
  validate(): Promise<unknown> | unknown;
}
type ModelClass = new (data: object) => Model;

/** The kinds of the manifests, as modules of kubernetes-models. */
export const KINDS = [
  'v1/Namespace',
  'v1/ConfigMap',
  'v1/Secret',
  'v1/Service',
  'apps/v1/Deployment',
  'apps/v1/StatefulSet',
  'batch/v1/Job',
  'policy/v1/PodDisruptionBudget',
  'autoscaling/v2/HorizontalPodAutoscaler',
  'networking.k8s.io/v1/NetworkPolicy',
  'networking.k8s.io/v1/Ingress',
];

const moduleOf = ({ apiVersion, kind }: Manifest): string => `${apiVersion}/${kind}`;

/**
 * Returns what Kubernetes would refuse or silently ignore: wrong types by its schemas, unknown fields by its TypeScript
 * types.
 */
export const problemsOf = async (manifests: Manifest[]): Promise<string[]> => {
  const unknown = manifests.map(moduleOf).filter((name) => !KINDS.includes(name));
  if (unknown.length > 0) return unknown.map((name) => `${name} is an unknown kind`);
  const problems = await Promise.all(manifests.map(againstSchema));
  return [...problems.flat(), ...againstTypes(manifests)];
};

async function againstSchema(manifest: Manifest): Promise<string[]> {
  const { kind, metadata } = manifest;
  const found = (await import(`kubernetes-models/${moduleOf(manifest)}`)) as Record<string, ModelClass>;
  const Kind = found[kind];
  if (!Kind) return [`${kind} has no schema`];
  try {
    await new Kind(manifest).validate();
    return [];
  } catch (error) {
    return [`${kind} ${metadata.name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/**
 * Finds unknown fields, which the schemas allow and the compiler refuses in a literal. One program, because starting
 * one is slow.
 */
function againstTypes(manifests: Manifest[]): string[] {
  const results = join(inWorkspace('tools/deploy-check'), '.results');
  mkdirSync(results, { recursive: true });
  const folder = mkdtempSync(join(results, 'types-'));
  try {
    const files = manifests.map((manifest, index) => {
      const file = join(folder, `${index}-${manifest.kind}-${manifest.metadata.name}.ts`);
      const type = `import('kubernetes-models/${moduleOf(manifest)}').I${manifest.kind}`;
      writeFileSync(file, `export const manifest: ${type} = ${JSON.stringify(manifest, null, 1)};`);
      return file;
    });
    const program = ts.createProgram(files, {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
    });
    return files.flatMap((file) => {
      const found = program.getSemanticDiagnostics(program.getSourceFile(file));
      return found.map(
        ({ messageText }) => `${basename(file, '.ts')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
