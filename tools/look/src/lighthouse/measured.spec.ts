import { type Measured, medians, table } from './measured.js';

const good: Measured = {
  performance: 98,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  lcp: 1640,
  cls: 0.004,
  script: 120_000,
};

describe('what Lighthouse measured', () => {
  it('is the middle of the runs, for each figure by itself', () => {
    const runs = [
      { ...good, lcp: 3000 },
      { ...good, lcp: 1000, performance: 80 },
      { ...good, lcp: 2000, performance: 99 },
    ];
    expect(medians(runs)).toEqual({ ...good, lcp: 2000, performance: 98 });
  });

  it('is bold where it misses its target', () => {
    const written = table([{ name: '/', measured: { ...good, lcp: 2500, performance: 94 } }]);
    expect(written).toContain('| Performance | 95 or more | **94** |');
    expect(written).toContain('| LCP | below 2.5 s | **2.50 s** |');
    expect(written).toContain('| Scripts | at most 140 KB | 117.2 KB |');
  });
});
