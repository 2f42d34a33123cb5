import { collectDefaultMetrics, Registry } from 'prom-client';
import ts from 'typescript';
import { filesBelow, readText } from './workspace.js';

export interface Metric {
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
export const metricsIn = (source: string): Metric[] => {
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
export const shopMetrics = (): Metric[] =>
  ['gateway/src', 'libs/kit/src', 'services', 'tools/audit/src']
    .flatMap((folder) => filesBelow(folder, '.ts'))
    .filter((file) => !/node_modules|\/dist\/|\/test\/|\.spec\.ts$/.test(file))
    .flatMap((file) => metricsIn(readText(file)));

/** Returns the default metrics of a Node process. */
export const defaultMetrics = (): Metric[] => {
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
export const seriesOf = (metrics: readonly Metric[]): Map<string, Set<string>> =>
  new Map(
    metrics.flatMap(({ name, type, labels }) =>
      (PARTS[type] ?? ['']).map((part): [string, Set<string>] => [
        `${name}${part}`,
        new Set([...labels, 'job', 'instance', ...(part === '_bucket' ? ['le'] : [])]),
      ]),
    ),
  );
