import { tokenize } from './tokenize.js';

describe('search words', () => {
  it('do not mind case and accents', () =>
    expect(tokenize('Calcité CRÈME Ångström Łódź weiß İstanbul')).toEqual([
      'calcite',
      'creme',
      'angstrom',
      'lodz',
      'weiss',
      'istanbul',
    ]));

  it('are the same for letters that carry their mark and letters that are followed by it', () =>
    expect(tokenize('cre\u0300me')).toEqual(tokenize('cr\u00e8me')));

  it('end at everything that is neither letter nor digit', () =>
    expect(tokenize("Quartz/calcite, 4.5-inch (Keokuk's) it's;drop'table")).toEqual([
      'quartz',
      'calcite',
      '4',
      '5',
      'inch',
      'keokuk',
      's',
      'it',
      'drop',
      'table',
    ]));

  it('count once', () => expect(tokenize('geode Geode GEODE')).toEqual(['geode']));

  it('are cut where nobody would type further', () => expect(tokenize('a'.repeat(5000))[0]).toHaveLength(64));
});
