import { escapeHtml, escapeJson } from './escape.js';

describe('text in an attribute', () => {
  it('cannot end the attribute', () => {
    expect(escapeHtml('/api/geodes?search="&page=1')).toBe('/api/geodes?search=&#34;&#38;page=1');
  });
});

describe('JSON in a script element', () => {
  it('cannot end the element and parses to the same value', () => {
    const value = { text: '</script><!--\u2028\u2029&' };
    expect(escapeJson(value)).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(escapeJson(value))).toEqual(value);
  });
});
