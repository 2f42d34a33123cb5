import { randomUUID } from 'node:crypto';
import { type CatalogUnderTest, refusal, startCatalog } from './catalog-under-test.js';

let catalog: CatalogUnderTest;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());
beforeEach(async () => {
  await catalog.bus.call('catalog.forget-passkeys', {});
});

const read = () => catalog.bus.call('catalog.get-owner-access', {});
const add = (credentialId: string) =>
  catalog.bus.call('catalog.add-passkey', {
    name: 'Phone',
    credentialId,
    publicKey: 'a2V5',
    counter: 0,
    transports: ['internal'],
  });

describe('the owner’s PIN', () => {
  it('is the one that was set last', async () => {
    expect((await read()).pin).toBeNull();
    await catalog.bus.call('catalog.set-owner-pin', { hash: 'first', replacedHash: 'configured' });
    await catalog.bus.call('catalog.set-owner-pin', { hash: 'second', replacedHash: 'configured' });
    expect((await read()).pin).toEqual({ hash: 'second', replacedHash: 'configured' });
  });
});

describe('a passkey', () => {
  it('is added once, renamed, used and removed', async () => {
    const { id } = await add('one');
    expect((await add('one')).id).toBe(id);
    expect(await catalog.bus.call('catalog.rename-passkey', { id, name: ' Blue key ' })).toMatchObject({
      id,
      name: 'Blue key',
      lastUsedAt: null,
    });
    await catalog.bus.call('catalog.use-passkey', { id, counter: 4_294_967_295 });
    const { passkeys } = await read();
    expect(passkeys).toMatchObject([{ id, credentialId: 'one', publicKey: 'a2V5', counter: 4_294_967_295 }]);
    expect(passkeys[0]!.lastUsedAt).not.toBeNull();
    await catalog.bus.call('catalog.remove-passkey', { id });
    expect((await read()).passkeys).toEqual([]);
  });

  it('is refused if there are ten already, until the operator removes them', async () => {
    for (let count = 0; count < 10; count += 1) await add(`key-${count}`);
    expect(await refusal(add('key-10'))).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await catalog.bus.call('catalog.forget-passkeys', {})).toEqual({ forgotten: 10 });
    expect((await add('key-10')).name).toBe('Phone');
  });

  it('cannot be renamed once it is removed', async () => {
    expect(await refusal(catalog.bus.call('catalog.rename-passkey', { id: randomUUID(), name: 'Key' }))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
