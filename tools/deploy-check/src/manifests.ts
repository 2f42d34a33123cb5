import { parse, parseAllDocuments } from 'yaml';
import { filesBelow, readText } from './workspace.js';

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
  configMapGenerator?: { name: string; behavior?: string; literals: string[] }[];
}

export const MANIFESTS = 'deploy/kubernetes';

/** Returns the manifest files, without the kustomizations. */
export const manifestFiles = (): string[] =>
  filesBelow(MANIFESTS, '.yaml').filter((file) => !file.endsWith('kustomization.yaml'));

/** Reads the objects of a file. Throws when it is not YAML. */
export const manifestsIn = (file: string): Manifest[] =>
  parseAllDocuments(readText(file)).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Manifest;
  });

export const readKustomization = (folder: string): Kustomization =>
  parse(readText(`${folder}/kustomization.yaml`)) as Kustomization;
