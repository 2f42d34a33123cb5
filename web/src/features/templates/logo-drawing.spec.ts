import { logoSvg } from './logo-drawing.js';
import { logos } from './logos.js';
import { palette } from './palette.js';

describe('the file of a logo', () => {
  it.each(logos.map((logo) => [logo.id, logo] as const))('%s needs no font and no external resource', (_id, logo) => {
    const svg = logoSvg(logo, palette.limestone);
    expect(svg).toMatch(new RegExp(`^<svg xmlns="http://www.w3.org/2000/svg" width="${logo.width}"`));
    expect(svg).not.toMatch(/<text|font-family|href|url\(|NaN|undefined/);
    expect(svg.match(/<path /g)).toHaveLength(logo.shapes.length);
  });

  it('has the colours for its ground', () => {
    const [logo] = logos;
    const onDark = logoSvg(logo!, palette.basalt);
    expect(onDark).toContain(palette.basalt.ink);
    expect(onDark).not.toContain(palette.limestone.ink);
  });

  it('has a unique id', () => {
    expect(new Set(logos.map(({ id }) => id)).size).toBe(logos.length);
  });
});
