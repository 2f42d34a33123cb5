import { existsSync } from 'node:fs';
import { containerRedisSettings, natsSettings, type PasswordOf } from '@geodes/servers';
import {
  inWorkspace,
  type Manifest,
  manifestFiles,
  manifestsIn,
  MANIFESTS,
  type Peer,
  readKustomization,
  readText,
  type Selector,
} from './deployment-files.js';
import { problemsOf } from './kubernetes-types.js';

const files = manifestFiles();
const all = files.map((file) => ({ file, manifests: manifestsIn(file) }));
const inBase = all.filter(({ file }) => file.includes('/base/')).flatMap(({ manifests }) => manifests);
const ofKind = (kind: string) => inBase.filter((manifest) => manifest.kind === kind);
const called = (kind: string, name: string) => ofKind(kind).find(({ metadata }) => metadata.name === name);
const pods = inBase.flatMap((manifest) =>
  manifest.spec?.template ? [{ manifest, pod: manifest.spec.template.spec }] : [],
);
const SCALED = ['gateway', 'catalog', 'orders', 'payments', 'media'];
/** libs/kit/src/bootstrap.ts ends a process that has not stopped after this time. */
const STOP_TIMEOUT_S =
  Number(/STOP_TIMEOUT_MS = ([\d_]+)/.exec(readText('libs/kit/src/bootstrap.ts'))?.[1]?.replaceAll('_', '')) / 1000;
/** The gateway retries a lost checkout for this time. */
const CHECKOUT_RETRY_S = 30;

const selects = (selector: Selector | undefined, app: string): boolean => {
  const labels = { app, part: 'shop' };
  const byLabel = Object.entries(selector?.matchLabels ?? {}).every(([key, value]) => labels[key as 'app'] === value);
  const byExpression = (selector?.matchExpressions ?? []).every(({ values }) => values.includes(app));
  return byLabel && byExpression;
};
const namespaceOf = ({ namespaceSelector }: Peer): string =>
  namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'] === 'monitoring' ? 'collector' : 'names';
const reached = (app: string, policies: Manifest[]): string[] =>
  policies
    .filter(({ spec }) => spec.policyTypes?.includes('Egress') && selects(spec.podSelector, app))
    .flatMap(({ spec }) => spec.egress ?? [])
    .flatMap(({ to = [] }) =>
      to.map((peer: Peer) => peer.podSelector?.matchLabels?.app ?? peer.ipBlock?.cidr ?? namespaceOf(peer)),
    )
    .sort();

describe('the manifests', () => {
  it('match the types of Kubernetes and have no unknown fields', () => {
    expect(files.length).toBeGreaterThan(14);
    expect(problemsOf(all.flatMap(({ manifests }) => manifests))).toEqual([]);
  }, 60_000);

  it('fail the check with a wrong type or a misspelt field', () => {
    const [gateway] = manifestsIn(`${MANIFESTS}/base/shop/gateway.yaml`);
    const changed = (from: string, to: string) => JSON.parse(JSON.stringify(gateway).replace(from, to)) as Manifest;
    const [wrong, ...rest] = problemsOf([
      changed('"revisionHistoryLimit":3', '"revisionHistoryLimit":"3"'),
      changed('readinessProbe', 'readynessProbe'),
    ]);
    expect(wrong).toMatch(/revisionHistoryLimit.*not assignable/);
    expect(rest.join()).toContain('readynessProbe');
  }, 60_000);

  it('are all listed in a kustomization, and each listed file exists', () => {
    const folders = ['base', 'base/shop', 'base/stores', 'overlays/managed'].map((folder) => `${MANIFESTS}/${folder}`);
    const named = folders.flatMap((folder) => readKustomization(folder).resources.map((name) => `${folder}/${name}`));
    for (const path of named) expect([path, existsSync(inWorkspace(path))]).toEqual([path, true]);
    // the example of the secrets is copied, not applied
    const unlisted = files.filter((file) => !named.includes(file));
    expect(unlisted).toEqual([`${MANIFESTS}/secrets.example.yaml`]);
  });

  it('pin a version of every image', () => {
    const pinned = new Set(readKustomization(`${MANIFESTS}/base`).images?.map(({ name }) => name));
    const managed = new Set(readKustomization(`${MANIFESTS}/overlays/managed`).images?.map(({ name }) => name));
    for (const { manifest, pod } of pods)
      for (const { image } of pod.containers) {
        expect([image, pinned.has(image) || /:\d+/.test(image)]).toEqual([image, true]);
        if (manifest.kind !== 'StatefulSet') expect([image, managed.has(image)]).toEqual([image, true]);
      }
  });

  it('close the default databases of their own PostgreSQL, not those of a provider', () => {
    const closing = ['base', 'base/shop', 'overlays/managed'].filter((folder) =>
      readKustomization(`${MANIFESTS}/${folder}`).patches?.some(({ patch }) => patch.includes('PRIVATE_POSTGRES')),
    );
    expect(closing).toEqual(['base']);
    expect(JSON.stringify(inBase)).not.toContain('PRIVATE_POSTGRES');
  });

  it.each(pods.map(({ manifest, pod }) => [manifest.metadata.name, pod] as const))(
    '%s runs as an unprivileged user with a read-only root and resource limits',
    (_, pod) => {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: expect.any(Number),
          seccompProfile: { type: 'RuntimeDefault' },
        },
      });
      for (const container of pod.containers)
        expect(container).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: { requests: expect.anything(), limits: expect.anything() },
        });
    },
  );

  it.each([...SCALED, 'audit', 'postgres', 'redis', 'nats', 'object-store'])('%s has its probes', (name) => {
    const [container] = pods.find(({ manifest }) => manifest.metadata.name === name)!.pod.containers;
    expect(container).toMatchObject({
      startupProbe: expect.anything(),
      readinessProbe: expect.anything(),
      livenessProbe: expect.anything(),
    });
  });

  it.each(SCALED)('%s is scaled, keeps a pod during node drains, and has time to stop', (name) => {
    expect(called('HorizontalPodAutoscaler', name)?.spec).toMatchObject({ scaleTargetRef: { name }, minReplicas: 2 });
    expect(called('PodDisruptionBudget', name)?.spec.selector).toEqual({ matchLabels: { app: name } });
    const pod = called('Deployment', name)!.spec.template!.spec;
    const before = pod.containers[0]?.lifecycle?.preStop?.sleep?.seconds ?? 0;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(before + STOP_TIMEOUT_S + CHECKOUT_RETRY_S);
  });

  it('admit traffic from outside only to the gateway, and to each store only its users', () => {
    const policies = ofKind('NetworkPolicy');
    expect(called('NetworkPolicy', 'nothing')?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    expect(policies.filter(({ spec }) => spec.ingress?.some(({ from }) => !from))).toEqual([]);
    const internet = '0.0.0.0/0';
    expect(Object.fromEntries([...SCALED, 'audit', 'ops'].map((app) => [app, reached(app, policies)]))).toEqual({
      gateway: ['collector', 'names', 'nats', 'object-store', 'redis'],
      catalog: ['collector', 'names', 'nats', 'postgres', 'redis'],
      orders: [internet, 'collector', 'names', 'nats', 'postgres', 'redis'],
      payments: [internet, 'collector', 'names', 'nats', 'postgres'],
      media: ['collector', 'names', 'nats', 'object-store', 'postgres'],
      audit: [internet, 'names', 'postgres'],
      ops: [internet, 'names', 'nats'],
    });
  });

  it('give each process in the example the same NATS and Redis rights as npm start does', () => {
    const secrets = manifestsIn(`${MANIFESTS}/secrets.example.yaml`);
    const textOf = (secret: string, key: string) =>
      secrets.find(({ metadata }) => metadata.name === secret)?.stringData?.[key];
    const wordFor: PasswordOf = (name) => `CHANGE_ME_${name.replace('.', '_').toUpperCase()}`;
    expect(textOf('nats', 'nats.conf')).toBe(natsSettings('0.0.0.0:4222', wordFor));
    expect(textOf('redis', 'redis.conf')).toBe(containerRedisSettings(wordFor));
    for (const { metadata, stringData = {} } of secrets)
      for (const url of [stringData.nats_url, stringData.redis_url]) {
        const { username, password, protocol } = new URL(url ?? 'none:');
        if (!username) continue;
        expect([username, password]).toEqual([
          metadata.name,
          wordFor(`${protocol.slice(0, -1)}.${username}` as 'nats.ops'),
        ]);
      }
  });

  it('let a Prometheus reach the port of the gateway that has only metrics', () => {
    expect(called('NetworkPolicy', 'gateway-metrics')?.spec.ingress?.flatMap(({ ports }) => ports)).toEqual([
      { protocol: 'TCP', port: 'metrics' },
    ]);
    expect(selects(called('NetworkPolicy', 'metrics')?.spec.podSelector, 'gateway')).toBe(false);
    expect(called('Service', 'gateway')?.spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
  });

  it('take their secrets from files that the example lists', () => {
    const secrets = manifestsIn(`${MANIFESTS}/secrets.example.yaml`);
    for (const { pod } of pods)
      for (const { secret } of pod.volumes ?? []) {
        if (!secret) continue;
        const keys = Object.keys(secrets.find(({ metadata }) => metadata.name === secret.secretName)?.stringData ?? {});
        const wanted = (pod.containers[0]?.env ?? []).flatMap(({ name, value = '' }) =>
          name.endsWith('_FILE') ? [value.replace('/run/shop/', '')] : [],
        );
        expect([secret.secretName, wanted.filter((key) => !keys.includes(key))]).toEqual([secret.secretName, []]);
      }
  });
});
