import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

export interface Selector {
  name: string;
  /** Labels of its matchers. */
  labels: string[];
}
export interface ParsedQuery {
  /** Offsets at which the text is not PromQL, characters. */
  errors: number[];
  selectors: Selector[];
  /** Labels by which results are grouped. */
  groupings: string[];
}

/** Parses an expression with the grammar of Prometheus's web interface. */
export const readPromql = (text: string): ParsedQuery => {
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
