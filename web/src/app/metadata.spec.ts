import { geodeMetadata } from './metadata.js';

describe('the metadata of a geode', () => {
  const geode = { title: 'Evening Amethyst', description: '', imageUrl: '/objects/a.jpg' };

  it('names the geode and the shop', () => {
    expect(geodeMetadata(geode).title).toBe('Evening Amethyst · Midwest Geodes');
  });

  it('shortens a long description at a word', () => {
    const { description } = geodeMetadata({ ...geode, description: `Blades &\nbands ${'of quartz '.repeat(40)}` });
    expect(description.length).toBeLessThanOrEqual(160);
    expect(description).toMatch(/^Blades & bands of .*(of|quartz)…$/);
  });

  it('shortens a description without words at a letter', () => {
    const { description } = geodeMetadata({ ...geode, description: '🪨'.repeat(100) });
    expect(description).toBe(`${'🪨'.repeat(78)}…`);
  });
});
