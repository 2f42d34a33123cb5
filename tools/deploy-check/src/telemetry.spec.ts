import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';
import { collectDefaultMetrics, Registry } from 'prom-client';
import ts from 'typescript';
import { parse } from 'yaml';
import { filesBelow, readCompose, readText } from './deployment-files.js';

interface Metric {
  name: string;
  type: 'counter' | 'gauge' | 'histogram' | 'summary';
  labels: string[];
}

const TYPES: Record<string, Metric['type']> = { Counter: 'counter', Gauge: 'gauge', Histogram: 'histogram' };
const PARTS: Partial<Record<Metric['type'], string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/** Finds the metrics that a source file creates: `new Gauge({ name: …, labelNames: […] })`. */
const metricsIn = (source: string): Metric[] => {
  const found: Metric[] = [];
  const visit = (node: ts.Node): void => {
    const metric = ts.isNewExpression(node) ? metricOf(node) : undefined;
    if (metric) found.push(metric);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
  return found;
};

const metricOf = ({ expression, arguments: [options] = ts.factory.createNodeArray() }: ts.NewExpression) => {
  const type = TYPES[expression.getText()];
  if (!type || !options || !ts.isObjectLiteralExpression(options)) return undefined;
  const properties = Object.fromEntries(
    options.properties.filter(ts.isPropertyAssignment).map((each) => [each.name.getText(), each.initializer]),
  );
  const { name, labelNames } = properties;
  if (!name || !ts.isStringLiteral(name)) return undefined;
  const labels = [...(labelNames?.getText().matchAll(/'(\w+)'/g) ?? [])].map(([, label = '']) => label);
  return { name: name.text, type, labels };
};

/** Finds the metrics that the shop's own code registers. */
const shopMetrics = (): Metric[] =>
  ['gateway/src', 'libs/kit/src', 'services', 'tools/audit/src']
    .flatMap((folder) => filesBelow(folder, '.ts'))
    .filter((file) => !/node_modules|\/dist\/|\/test\/|\.spec\.ts$/.test(file))
    .flatMap((file) => metricsIn(readText(file)));

/** Returns the default metrics of a Node process. */
const defaultMetrics = (): Metric[] => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const metrics = register.getMetricsAsArray() as unknown as {
    name: string;
    type: Metric['type'];
    labelNames: string[];
  }[];
  return metrics.map(({ name, type, labelNames }) => ({ name, type, labels: labelNames }));
};

/** Returns the series that Prometheus stores, with their labels. Prometheus adds `job` and `instance`. */
const seriesOf = (metrics: readonly Metric[]): Map<string, Set<string>> =>
  new Map(
    metrics.flatMap(({ name, type, labels }) =>
      (PARTS[type] ?? ['']).map((part): [string, Set<string>] => [
        `${name}${part}`,
        new Set([...labels, 'job', 'instance', ...(part === '_bucket' ? ['le'] : [])]),
      ]),
    ),
  );

interface Selector {
  name: string;
  /** Labels of its matchers. */
  labels: string[];
}
interface ParsedQuery {
  /** Offsets at which the text is not PromQL, characters. */
  errors: number[];
  selectors: Selector[];
  /** Labels by which results are grouped. */
  groupings: string[];
}

/** Parses an expression with the grammar of Prometheus's web interface. */
const readPromql = (text: string): ParsedQuery => {
  const query: ParsedQuery = { errors: [], selectors: [], groupings: [] };
  parser.parse(text).iterate({
    enter: ({ node, name, from, type }) => {
      if (type.isError) query.errors.push(from);
      if (name === 'VectorSelector') query.selectors.push(selectorOf(node, text));
      if (name === 'GroupingLabels') query.groupings.push(...namesBelow(node, 'LabelName', text));
    },
  });
  return query;
};

const selectorOf = (node: SyntaxNode, text: string): Selector => ({
  name: namesBelow(node, 'Identifier', text)[0] ?? '',
  labels: namesBelow(node, 'LabelName', text),
});

const namesBelow = (node: SyntaxNode, wanted: string, text: string): string[] => {
  const found: string[] = [];
  node.cursor().iterate(({ name, from, to }) => {
    if (name === wanted) found.push(text.slice(from, to));
  });
  return found;
};

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
interface Panel {
  id: number;
  type: string;
  title: string;
  datasource?: { uid: string };
  targets?: { expr: string }[];
}
interface Dashboard {
  uid: string;
  title: string;
  panels: Panel[];
}

const FOLDER = 'deploy/telemetry';
const rules = (parse(readText(`${FOLDER}/alerts.yml`)) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboards = filesBelow(`${FOLDER}/grafana/dashboards`, '.json').map(
  (file) => JSON.parse(readText(file)) as Dashboard,
);
const expressions = [
  ...rules.map(({ alert, expr }): [string, string] => [`the alert ${alert}`, expr]),
  ...dashboards.flatMap(({ title, panels }) =>
    panels.flatMap((panel) =>
      (panel.targets ?? []).map(({ expr }): [string, string] => [`${title}: ${panel.title}`, expr]),
    ),
  ),
];
const own = shopMetrics();
/** Prometheus itself adds `up` for each target. */
const series = seriesOf([...own, ...defaultMetrics(), { name: 'up', type: 'gauge', labels: [] }]);
const guide = readText('docs/monitoring.md');

/** Describes the mistakes in an expression. */
const problemsOf = (expression: string): string[] => {
  const { errors, selectors, groupings } = readPromql(expression);
  const unknown = selectors.filter(({ name }) => !series.has(name)).map(({ name }) => `${name} is not a metric`);
  const labels = selectors.flatMap(({ name, labels: used }) =>
    used.filter((label) => !series.get(name)?.has(label)).map((label) => `${name} has no label ${label}`),
  );
  const known = new Set(selectors.flatMap(({ name }) => [...(series.get(name) ?? [])]));
  const groups = groupings.filter((label) => !known.has(label)).map((label) => `no metric has the label ${label}`);
  return [...errors.map((at) => `no PromQL at ${at}`), ...unknown, ...labels, ...groups];
};

/** Anchors as GitHub derives them from headings. */
const anchors = new Set(
  [...guide.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  ),
);

describe('the monitoring', () => {
  it('finds the metrics in the code', () => {
    const source = "const a = new Gauge({ name: 'shop_a', help: '', labelNames: ['b', 'c'] as const }); new Map()";
    expect(metricsIn(source)).toEqual([{ name: 'shop_a', type: 'gauge', labels: ['b', 'c'] }]);
    expect(own.length).toBeGreaterThan(20);
    expect(new Set(own.map(({ name }) => name)).size).toBe(own.length);
  });

  it('prefixes the shop’s own metrics with shop_', () => {
    expect(own.map(({ name }) => name).filter((name) => !name.startsWith('shop_'))).toEqual([]);
  });

  it.each(expressions)('%s queries existing metrics and labels', (_, expression) => {
    expect(problemsOf(expression)).toEqual([]);
  });

  it('fails the check with a misspelt metric, label or expression', () => {
    expect(problemsOf('rate(shop_http_second_count[5m])')).toEqual(['shop_http_second_count is not a metric']);
    expect(problemsOf('shop_http_seconds_count{code="500"}')).toEqual(['shop_http_seconds_count has no label code']);
    expect(problemsOf('sum by (codes) (shop_http_seconds_count)')).toEqual(['no metric has the label codes']);
    expect(problemsOf('sum(rate(shop_http_seconds_count[5m])')).toEqual([expect.stringContaining('no PromQL')]);
  });

  it.each(rules.map((rule): [string, Rule] => [rule.alert, rule]))(
    'the alert %s has a summary and a runbook',
    (name, rule) => {
      expect(rule).toMatchObject({
        for: expect.stringMatching(/^\d+[smh]$/),
        labels: { severity: expect.stringMatching(/^(critical|warning)$/) },
        annotations: { summary: expect.stringMatching(/\w.*\.$/), runbook: `docs/monitoring.md#${name.toLowerCase()}` },
      });
      expect([name, anchors.has(name.toLowerCase())]).toEqual([name, true]);
    },
  );

  it('has dashboards whose panels query existing data sources', () => {
    const { datasources } = parse(readText(`${FOLDER}/grafana/provisioning/datasources/sources.yml`)) as {
      datasources: { uid: string; url: string }[];
    };
    const { services } = readCompose('docker-compose.yml');
    for (const { url } of datasources) expect(Object.keys(services)).toContain(new URL(url).hostname);
    expect(dashboards.map(({ uid }) => uid).sort()).toEqual(['processes', 'shop']);
    for (const { uid, panels } of dashboards) {
      expect([uid, new Set(panels.map(({ id }) => id)).size]).toEqual([uid, panels.length]);
      const queries = panels.filter(({ type }) => type !== 'row');
      expect(datasources.map((source) => source.uid)).toEqual(
        expect.arrayContaining(queries.map(({ datasource }) => datasource?.uid)),
      );
      expect(queries.filter(({ targets = [] }) => targets.length === 0)).toEqual([]);
    }
  });

  it('scrapes each process at its port', () => {
    const { rule_files, scrape_configs } = parse(readText(`${FOLDER}/prometheus.yml`)) as {
      rule_files: string[];
      scrape_configs: { job_name: string; dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    expect(rule_files).toEqual(['/etc/prometheus/alerts.yml']);
    const { services } = readCompose('docker-compose.yml');
    const targets = Object.entries(services).flatMap(([name, service]) => {
      const { HTTP_PORT, METRICS_PORT } = service?.environment ?? {};
      const port = METRICS_PORT ?? HTTP_PORT;
      return port ? [{ name, port: Number(port) }] : [];
    });
    const scraped = scrape_configs.map(({ job_name, dns_sd_configs: [at] }) => ({
      name: at?.names[0],
      port: at?.port,
      job_name,
    }));
    expect(scraped).toEqual(targets.map(({ name, port }) => ({ name, port, job_name: name })));
    for (const { name } of targets)
      expect(rules.find(({ alert }) => alert === 'ServiceMissing')?.expr).toContain(`job="${name}"`);
  });

  it('documents every metric in docs/monitoring.md, and no other', () => {
    const mentioned = new Set([...guide.matchAll(/`(shop_\w+)/g)].map(([, name = '']) => name));
    // tables and their constraints have this prefix too
    const documented = [...mentioned].filter(
      (name) => !name.startsWith('shop_order_') || own.some((each) => each.name === name),
    );
    expect(own.map(({ name }) => name).filter((name) => !mentioned.has(name))).toEqual([]);
    expect(documented.filter((name) => !own.some((each) => each.name === name))).toEqual([]);
  });
});
