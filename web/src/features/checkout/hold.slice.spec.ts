import { geodesRefused, holdFailed, holdRequested, holdGone, holdReducer, holdTaken } from './hold.slice.js';

const holdOf = (holdId: string, ...ids: string[]) => ({
  holdId,
  expiresAt: '2026-11-24T12:00:00.000Z',
  items: ids.map((geodeId) => ({ geodeId, quantity: 1 })),
});
const start = holdReducer(undefined, { type: 'start' });

describe('the hold of this browser', () => {
  it('counts released geodes as its own until they are shown on sale again', () => {
    const held = holdReducer(start, holdTaken(holdOf('1', 'agate', 'pyrite')));
    expect(holdReducer(held, holdGone('inOtherTab'))).toMatchObject({
      ended: 'inOtherTab',
      released: ['agate', 'pyrite'],
    });
    expect(holdReducer(held, holdTaken(holdOf('2', 'agate'))).released).toEqual(['pyrite']);
  });

  it('keeps its request in flight when another tab ends the previous hold', () => {
    const state = holdReducer(holdReducer(start, holdTaken(holdOf('1', 'agate'))), holdRequested(['agate']));
    expect(holdReducer(state, holdGone(null)).requested).toEqual(['agate']);
  });

  it('stays if the shop refuses to replace it', () => {
    const held = holdReducer(start, holdTaken(holdOf('1', 'agate')));
    const failed = holdReducer(holdReducer(held, holdRequested(['agate', 'pyrite'])), holdFailed());
    expect(failed).toMatchObject({ hold: holdOf('1', 'agate'), requested: [], released: [] });
  });

  it('drops the geodes that the shop refuses', () => {
    const held = holdReducer(start, holdTaken(holdOf('1', 'agate', 'pyrite')));
    const refused = holdReducer(held, geodesRefused({ gone: ['agate', 'pyrite'], ordered: ['pyrite'] }));
    expect(holdReducer(refused, holdGone(null))).toMatchObject({ released: [], ordered: ['pyrite'] });
  });
});
