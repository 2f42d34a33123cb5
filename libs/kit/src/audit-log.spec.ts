import { changedFields } from './audit-log.js';

const geode = {
  title: 'Evening',
  price: '129.00',
  quantity: 1,
  isFeatured: false,
  imageUrls: ['/objects/a'],
  tier: '',
};

describe('changedFields', () => {
  it('lists the fields that an edit changed, with their old and new values', () => {
    expect(changedFields(geode, { ...geode, price: '99.00', imageUrls: ['/objects/b'] })).toEqual([
      { field: 'price', before: '129.00', after: '99.00' },
      { field: 'imageUrls', before: ['/objects/a'], after: ['/objects/b'] },
    ]);
    expect(changedFields(geode, { ...geode })).toEqual([]);
  });

  it('lists a field that an edit emptied or switched off', () => {
    expect(changedFields({ ...geode, tier: 'S', isFeatured: true }, geode)).toEqual([
      { field: 'isFeatured', before: true, after: false },
      { field: 'tier', before: 'S', after: '' },
    ]);
  });

  it('lists only the non-empty fields of a created or deleted entity', () => {
    expect(changedFields(null, geode).map(({ field }) => field)).toEqual(['title', 'price', 'quantity', 'imageUrls']);
    expect(changedFields(geode, null)[0]).toEqual({ field: 'title', before: 'Evening', after: null });
  });

  it('limits the size of texts and lists', () => {
    const long = { description: 'x'.repeat(5_000), images: Array<string>(100).fill('y'.repeat(2_048)) };
    expect(JSON.stringify(changedFields(long, { description: '', images: [] })).length).toBeLessThan(8_000);
  });

  it('cuts a long text to start shortly before the difference', () => {
    const before = `${'a'.repeat(1_000)} old end`;
    const after = `${'a'.repeat(1_000)} new end`;
    const [field] = changedFields({ description: before }, { description: after });
    expect(field).toEqual({
      field: 'description',
      before: `…${'a'.repeat(39)} old end`,
      after: `…${'a'.repeat(39)} new end`,
    });
  });

  it('stores no half of an emoji at a cut', () => {
    const stones = '🪨'.repeat(200);
    const geodeWith = (mark: string) => ({
      cutAtItsStart: `${stones}.${mark}`,
      cutAtItsEnd: `${mark}${stones}`,
      list: [`${mark}${stones}`],
    });
    const fields = changedFields(geodeWith('a'), geodeWith('b'));
    const texts = fields.flatMap(({ before, after }) => [before, after].flat()).map(String);
    expect(texts.map((text) => /^…?[.ab🪨]+…?$/u.test(text) && text.includes('🪨') && text.includes('…'))).toEqual(
      Array(6).fill(true),
    );
  });
});
