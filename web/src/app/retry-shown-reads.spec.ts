import { failedShownReads } from './retry-shown-reads.js';

const key = 'getGeode("agate")';
const state = (query: object, subscribers: object = { page: {} }) =>
  ({ api: { queries: { [key]: query }, subscriptions: { [key]: subscribers } } }) as never;
const failed = { status: 'rejected', data: { id: 'agate' }, error: { status: 503, error: '503: away' } };

describe('a failed read', () => {
  it('is retried while a page shows its earlier data', () => {
    expect(failedShownReads(state(failed))).toEqual([{ key, ...failed }]);
    expect(failedShownReads(state({ ...failed, error: { status: 0, error: '0: offline' } }))).toHaveLength(1);
    expect(failedShownReads(state({ ...failed, error: { status: 429, error: '429: later' } }))).toHaveLength(1);
  });
  it('is retried for a geode without earlier data, which the cart shows as it was stored', () => {
    const first = { ...failed, data: undefined, endpointName: 'getGeode' };
    expect(failedShownReads(state(first))).toEqual([{ key, ...first }]);
    expect(failedShownReads(state({ ...first, error: { status: 404, error: '404: gone' } }))).toEqual([]);
  });
  it('is retried without earlier data if there was no response', () => {
    const first = { ...failed, data: undefined, endpointName: 'getGeodes', error: { status: 0, error: '0: offline' } };
    expect(failedShownReads(state(first))).toEqual([{ key, ...first }]);
  });
  it('is not retried if nothing shows it, if its first response was a failure or if the server refuses it', () => {
    expect(failedShownReads(state(failed, {}))).toEqual([]);
    expect(failedShownReads(state({ ...failed, data: undefined, endpointName: 'getGeodes' }))).toEqual([]);
    expect(failedShownReads(state({ ...failed, error: { status: 404, error: '404: gone' } }))).toEqual([]);
    expect(failedShownReads(state({ ...failed, status: 'fulfilled' }))).toEqual([]);
  });
});
