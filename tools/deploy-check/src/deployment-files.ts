import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Resolves a path within the workspace. */
export const inWorkspace = (path: string): string => join(ROOT, path);

/** Reads a file of the workspace. */
export const readText = (path: string): string => readFileSync(inWorkspace(path), 'utf8');

/** Lists the files below a folder whose names end in `ending`, as paths within the workspace. */
export const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(inWorkspace(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();

export interface ComposeService {
  image: string;
  build?: { target: string };
  profiles?: string[];
  ports?: string[];
  networks?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  environment?: Record<string, string>;
  volumes?: (string | { source: string; target: string })[];
  stop_signal?: string;
  healthcheck?: { test?: string[] };
  entrypoint?: string[];
  deploy?: { resources: { limits: { cpus: string; memory: string; pids: number } } };
  depends_on?: Record<string, { condition: string }>;
}

export interface Compose {
  services: Record<string, ComposeService | null>;
  networks: Record<string, { ipam?: { config: { subnet: string }[] } } | null>;
  secrets?: Record<string, { file: string }>;
}

/** `!reset null` removes a service of the base file. It is read as null, because the YAML schema does not know it. */
const RESET = { tag: '!reset', resolve: () => null };

/** Reads a compose file. Resolves its merge keys, not its variables. */
export const readCompose = (file: string): Compose =>
  parse(readText(file), { merge: true, customTags: [RESET] }) as Compose;

/** Returns the services of a file, without those that it removes. */
export const servicesOf = (compose: Compose): [string, ComposeService][] =>
  Object.entries(compose.services).filter((entry): entry is [string, ComposeService] => entry[1] !== null);

export interface Container {
  name: string;
  image: string;
  env?: { name: string; value?: string }[];
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
