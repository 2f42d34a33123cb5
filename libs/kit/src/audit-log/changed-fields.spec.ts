import { changedFields } from './changed-fields.js';

const stone = {
  title: 'Evening',
  price: '129.00',
  quantity: 1,
  isFeatured: false,
  imageUrls: ['/objects/a'],
  tier: '',
};

describe('the changed fields', () => {
  it('of an edit are those that differ, before and after', () => {
    expect(changedFields(stone, { ...stone, price: '99.00', imageUrls: ['/objects/b'] })).toEqual([
      { field: 'price', before: '129.00', after: '99.00' },
      { field: 'imageUrls', before: ['/objects/a'], after: ['/objects/b'] },
    ]);
    expect(changedFields(stone, { ...stone })).toEqual([]);
  });

  it('of an edit keep a field that was emptied or switched off', () => {
    expect(changedFields({ ...stone, tier: 'S', isFeatured: true }, stone)).toEqual([
      { field: 'isFeatured', before: true, after: false },
      { field: 'tier', before: 'S', after: '' },
    ]);
  });

  it('of something new or deleted are those that are not empty', () => {
    expect(changedFields(null, stone).map(({ field }) => field)).toEqual(['title', 'price', 'quantity', 'imageUrls']);
    expect(changedFields(stone, null)[0]).toEqual({ field: 'title', before: 'Evening', after: null });
  });

  it('are bounded in size', () => {
    const long = { description: 'x'.repeat(5_000), images: Array<string>(100).fill('y'.repeat(2_048)) };
    expect(JSON.stringify(changedFields(long, { description: '', images: [] })).length).toBeLessThan(8_000);
  });

  it('of a long text begin a little before the difference', () => {
    const before = `${'a'.repeat(1_000)} old end`;
    const after = `${'a'.repeat(1_000)} new end`;
    const [field] = changedFields({ description: before }, { description: after });
    expect(field).toEqual({
      field: 'description',
      before: `…${'a'.repeat(39)} old end`,
      after: `…${'a'.repeat(39)} new end`,
    });
  });
});
