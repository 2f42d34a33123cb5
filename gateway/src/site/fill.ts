export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Fills `{{name}}` with a value as text and `{{{name}}}` with HTML, all in one pass: what a value contains is never filled
 * itself. A name without a value becomes nothing.
 */
export const fill = (
  template: string,
  values: Readonly<Record<string, string>>,
  html: Readonly<Record<string, string>> = {},
): string =>
  template.replace(/\{\{\{(\w+)\}\}\}|\{\{(\w+)\}\}/g, (_match, part?: string, value?: string) =>
    part === undefined ? escapeHtml(values[value ?? ''] ?? '') : (html[part] ?? ''),
  );
