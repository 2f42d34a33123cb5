import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

export interface Selector {
  name: string;
  /** Labels that its matchers name. */
  labels: string[];
}
export interface Read {
  /** Where the text is not PromQL, characters from its beginning. */
  errors: number[];
  selectors: Selector[];
  /** Labels that results are grouped by. */
  groupings: string[];
}

/** What an expression asks for, by the grammar that Prometheus's own page uses. */
export const readPromql = (text: string): Read => {
  const read: Read = { errors: [], selectors: [], groupings: [] };
  parser.parse(text).iterate({
    enter: ({ node, name, from, type }) => {
      if (type.isError) read.errors.push(from);
      if (name === 'VectorSelector') read.selectors.push(selectorOf(node, text));
      if (name === 'GroupingLabels') read.groupings.push(...namesBelow(node, 'LabelName', text));
    },
  });
  return read;
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
