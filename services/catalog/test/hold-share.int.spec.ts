import { randomUUID } from 'node:crypto';
import { type CatalogUnderTest, codeOf, line, startCatalog } from './catalog-under-test.js';
import { holdCommands } from './hold-commands.js';

let catalog: CatalogUnderTest;
beforeEach(async () => {
  catalog = await startCatalog();
});
afterEach(() => catalog.stop());

const { createGeodes, take } = holdCommands(() => catalog);
const network = () => ({ address: randomUUID() });

it('a new hold needs a solved challenge while more than half of what is on sale is on hold', async () => {
  const ids = await createGeodes(22);
  const browserId = randomUUID();
  await take(browserId, ids.slice(0, 10), network());
  await take(randomUUID(), ids.slice(10, 12), network());
  const [rest, kept] = [ids.slice(12, 13), ids.slice(0, 9)];
  expect(await codeOf(take(randomUUID(), rest, network()))).toBe('CHALLENGE_REQUIRED');
  expect((await take(browserId, kept, network())).items).toHaveLength(9);
  await take(randomUUID(), rest, network());
  const items = ids.slice(13, 14).map(line);
  const solved = { browserId: randomUUID(), items, network: network(), isChallengeSolved: true };
  expect((await catalog.bus.call('catalog.take-hold', solved)).items).toEqual(items);
});

it('a new hold needs no challenge while fewer than twenty units are on sale, or if its limits are lifted', async () => {
  const ids = await createGeodes(19);
  await take(randomUUID(), ids.slice(0, 10), network());
  await take(randomUUID(), ids.slice(10, 11), network());
  await createGeodes(1);
  await take(randomUUID(), ids.slice(11, 12));
});
