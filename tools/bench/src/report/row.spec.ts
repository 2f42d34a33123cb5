import { between, table } from './row.js';

describe('a table of what was measured', () => {
  it('shows what misses its target in bold', () => {
    const row = { work: 'GET /', target: '50 %', measured: '40 %', beside: '' };
    expect(table([{ ...row, misses: true }])).toContain('| GET / | 50 % | **40 %** |  |');
    expect(table([{ ...row, misses: false }])).toContain('| GET / | 50 % | 40 % |  |');
  });

  it('takes the place of the one before it, and of no other', () => {
    const document = 'a\n<!-- bench:one -->\n\nold\n\n<!-- /bench:one -->\nb\n<!-- bench:two --><!-- /bench:two -->\n';
    const written = between(document, 'one', 'new');
    expect(written).toBe(
      'a\n<!-- bench:one -->\n\nnew\n\n<!-- /bench:one -->\nb\n<!-- bench:two --><!-- /bench:two -->\n',
    );
    expect(between(written, 'one', 'new')).toBe(written);
    expect(() => between(document, 'three', 'new')).toThrow('no place');
  });
});
