import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { filesBelow, inWorkspace, readText } from './workspace.js';

export interface EnvironmentEntry {
  name: string;
  value?: string;
}
export interface Container {
  name: string;
  image: string;
  env?: EnvironmentEntry[];
  envFrom?: { configMapRef: { name: string } }[];
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
  readinessProbe?: object;
  livenessProbe?: object;
  startupProbe?: object;
  resources?: { requests: object; limits: object };
  securityContext?: {
    allowPrivilegeEscalation: boolean;
    readOnlyRootFilesystem: boolean;
    capabilities: { drop: string[] };
  };
}
export interface PodSpec {
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds: number;
  securityContext: { runAsNonRoot: boolean; runAsUser: number; seccompProfile: { type: string } };
  containers: Container[];
  volumes?: { name: string; secret?: { secretName: string } }[];
}
export interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
}
export interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string };
}
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  stringData?: Record<string, string>;
  spec: {
    template?: { metadata: { labels: Record<string, string> }; spec: PodSpec };
    selector?: Selector;
    scaleTargetRef?: { name: string };
    minReplicas?: number;
    ports?: { name: string; port: number; targetPort: string }[];
    podSelector?: Selector;
    policyTypes?: string[];
    ingress?: { from?: Peer[]; ports?: { port: number | string }[] }[];
    egress?: { to?: Peer[]; ports?: { port: number | string }[] }[];
  };
}
export interface Kustomization {
  resources: string[];
  images?: { name: string; newTag: string }[];
  /** The target's fields are regular expressions; the patch is a JSON patch that only adds. */
  patches?: { target: { kind: string; name?: string }; patch: string }[];
  configMapGenerator?: { name: string; behavior?: string; literals: string[] }[];
}

export const MANIFESTS = 'deploy/kubernetes';

/** Returns the manifest files, without the kustomizations. */
export const manifestFiles = (): string[] =>
  filesBelow(MANIFESTS, '.yaml').filter((file) => !file.endsWith('kustomization.yaml'));

/** Reads the objects of a file, with the patches of its folder's kustomization. Throws when it is not YAML. */
export const manifestsIn = (file: string): Manifest[] => {
  const folder = dirname(file);
  const { patches = [] } = existsSync(inWorkspace(`${folder}/kustomization.yaml`)) ? readKustomization(folder) : {};
  return parseAllDocuments(readText(file)).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    const manifest = document.toJS() as Manifest;
    for (const { target, patch } of patches)
      if (matches(target.kind, manifest.kind) && matches(target.name ?? '.*', manifest.metadata.name))
        for (const addition of parse(patch) as { path: string; value: unknown }[]) add(manifest, addition);
    return manifest;
  });
};

const matches = (pattern: string, text: string): boolean => new RegExp(`^(${pattern})$`).test(text);

/** Adds a value at a path of keys and indexes: `/spec/template/spec/volumes/0`. */
const add = (manifest: object, { path, value }: { path: string; value: unknown }): void => {
  const keys = path.split('/').slice(1);
  const last = keys.pop() ?? '';
  const parent = keys.reduce((node, key) => node[key] as Record<string, unknown>, manifest as Record<string, unknown>);
  if (Array.isArray(parent)) parent.splice(Number(last), 0, value);
  else parent[last] = value;
};

export const readKustomization = (folder: string): Kustomization =>
  parse(readText(`${folder}/kustomization.yaml`)) as Kustomization;
