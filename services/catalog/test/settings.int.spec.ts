import { randomUUID } from 'node:crypto';
import { SHOP_DETAILS_ID } from '@geodes/contracts';
import { freshDatabase, onDatabase } from '@geodes/testing';
import { asOwner, SESSION } from './catalog-commands.js';
import { catalogForTests, codeOf, refusal } from './catalog-under-test.js';

const catalog = catalogForTests();

describe("the shop's details", () => {
  const read = () => catalog.bus.call('catalog.get-shop-details', {});
  const set = (details: Parameters<typeof catalog.bus.call<'catalog.set-shop-details'>>[1]) =>
    asOwner(() => catalog.bus.call('catalog.set-shop-details', details), 'request-1');
  const history = async () =>
    (await catalog.bus.call('catalog.list-shop-changes', { id: SHOP_DETAILS_ID, page: 1, limit: 20 })).changes;

  it('a shop whose details were never set has none', async () => {
    expect(await read()).toEqual({});
    expect(await history()).toEqual([]);
  });

  it('an edit changes the given details, keeps the others, and is in the history', async () => {
    catalog.changes.clear();
    const first = {
      contactEmail: 'help@example.com',
      legalName: 'Geodes LLC',
      postalAddress: '1 Main Street\nKeokuk, IA',
    };
    expect(await set({ ...first, contactEmail: ' Help@Example.com ' })).toEqual(first);
    expect(await set({ legalName: '', announcement: 'Closed until Monday.' })).toEqual({
      ...first,
      legalName: '',
      announcement: 'Closed until Monday.',
    });
    await set({ announcement: 'Closed until Monday.' });
    expect(await read()).toEqual({ ...first, legalName: '', announcement: 'Closed until Monday.' });
    expect(await catalog.changes.settled()).toContain(SHOP_DETAILS_ID);

    const changes = await history();
    expect(changes).toHaveLength(2);
    expect(changes[0]).toMatchObject({ action: 'edited', session: SESSION, requestId: 'request-1' });
    expect(changes[0]!.fields).toEqual([
      { field: 'legalName', before: 'Geodes LLC', after: '' },
      { field: 'announcement', before: null, after: 'Closed until Monday.' },
    ]);
  });

  it('a malformed detail is refused and changes nothing', async () => {
    const before = await read();
    const error = await refusal(set({ contactEmail: 'help', announcement: 'x'.repeat(201) }));
    expect(error.code).toBe('BAD_REQUEST');
    expect(error.details).toEqual([
      expect.objectContaining({ field: 'contactEmail' }),
      expect.objectContaining({ field: 'announcement', reason: 'Announcement must have at most 200 letters.' }),
    ]);
    expect(await read()).toEqual(before);
  });
});

describe("the owner's access", () => {
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

  it('has the PIN that was set last', async () => {
    expect((await read()).pin).toBeNull();
    await catalog.bus.call('catalog.set-owner-pin', { hash: 'first', replacedHash: 'configured' });
    await catalog.bus.call('catalog.set-owner-pin', { hash: 'second', replacedHash: 'configured' });
    expect((await read()).pin).toEqual({ hash: 'second', replacedHash: 'configured' });
  });

  it('has a PIN whose hash the audit’s role cannot read', async () => {
    await catalog.bus.call('catalog.set-owner-pin', { hash: 'secret', replacedHash: 'configured' });
    const reader = await freshDatabase('reader');
    const { username: role, password } = new URL(reader.url);
    await catalog.database.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
    const { url } = catalog.database.options as { url: string };
    const { rows } = await onDatabase(Object.assign(new URL(url), { username: role, password }).href, (client) =>
      client.query('SELECT hash FROM owner_pin'),
    );
    expect(rows).toEqual([]);
    await catalog.database.query(`REVOKE SELECT ON ALL TABLES IN SCHEMA public FROM ${role}`);
    await reader.drop();
  });

  it('has no PIN once the one that replaced a configured PIN is forgotten; a newer one stays', async () => {
    const forget = (replacedHash: string) => catalog.bus.call('catalog.forget-owner-pin', { replacedHash });
    await catalog.bus.call('catalog.set-owner-pin', { hash: 'newer', replacedHash: 'another' });
    await forget('configured');
    expect((await read()).pin).toEqual({ hash: 'newer', replacedHash: 'another' });
    await forget('another');
    expect((await read()).pin).toBeNull();
  });

  it('has a passkey that is added once, renamed, used and removed', async () => {
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

  it('has at most ten passkeys, also when they are added at once, until the operator removes them', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 11 }, (_, index) => add(`key-${index}`)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await codeOf(add('key-11'))).toBe('BAD_REQUEST');
    expect(await catalog.bus.call('catalog.forget-passkeys', {})).toEqual({ forgotten: 10 });
    expect((await add('key-10')).name).toBe('Phone');
  });

  it('refuses to rename a passkey that is removed', async () => {
    const renamed = catalog.bus.call('catalog.rename-passkey', { id: randomUUID(), name: 'Key' });
    expect(await codeOf(renamed)).toBe('NOT_FOUND');
  });
});
