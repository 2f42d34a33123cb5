import { type HistoryPage, SHOP_DETAILS_ID, type ShopDetails, type SiteConfig } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { eventually, type FakeHandlers } from '@geodes/testing';
import { auditEntry } from './fake-services.js';
import { type GatewayUnderTest, startGateway } from './gateway-app.js';

const CONTACT = { email: 'support@midwestgeodes.example', phone: '(319) 555-0142', location: 'Keokuk, Iowa' };
let stored: ShopDetails = {};
let isAway = false;
const catalogue: FakeHandlers = {
  'catalog.get-shop-details': () => (isAway ? undefined : stored),
  'catalog.set-shop-details': (changes) => {
    stored = { ...stored, ...changes };
    return stored;
  },
  'catalog.list-shop-changes': ({ id, page, limit }) => ({
    changes:
      id === SHOP_DETAILS_ID ? [auditEntry({ fields: [{ field: 'hours', before: null, after: 'Always' }] })] : [],
    page,
    limit,
    total: 1,
    totalPages: 1,
  }),
};

let gateway: GatewayUnderTest;
let cookie: string;
beforeAll(async () => {
  gateway = await startGateway({}, catalogue);
  cookie = await gateway.logIn();
});
afterAll(() => gateway.stop());

const change = (body: unknown) => gateway.call('/api/admin/shop-details', { method: 'PUT', body, cookie });
const config = async () => (await gateway.call('/api/config')).json<SiteConfig>();
/** Waits until the page at the path has the text. Throws after 3 s. */
const hasText = (path: string, text: string) =>
  eventually(`“${text}” at ${path}`, async () => (await gateway.call(path)).text.includes(text), 3_000, 20);

it('details that were never set are the environment’s, or empty', async () => {
  const answer = await gateway.call('/api/admin/shop-details', { cookie });
  expect([answer.status, answer.json()]).toEqual([
    200,
    {
      contactEmail: CONTACT.email,
      contactPhone: CONTACT.phone,
      contactLocation: CONTACT.location,
      hours: '',
      legalName: '',
      postalAddress: '',
      announcement: '',
    },
  ]);
  const { square: _square, ...site } = await config();
  expect(site).toEqual({ contact: CONTACT });
});

it('a change keeps the other details, and the site shows it at once', async () => {
  await gateway.call('/terms');
  const texts = { legalName: 'Geodes <b> LLC', postalAddress: '1 Main Street\nKeokuk', announcement: 'Closed & away.' };
  expect((await change({ ...texts, contactPhone: '' })).json()).toMatchObject({
    ...texts,
    contactEmail: CONTACT.email,
    contactPhone: '',
  });
  expect((await change({ hours: 'Sat 10AM-4PM' })).json()).toMatchObject({ ...texts, hours: 'Sat 10AM-4PM' });
  const { square: _square, ...site } = await config();
  expect(site).toEqual({ contact: { ...CONTACT, phone: '' }, ...texts, hours: 'Sat 10AM-4PM' });
  const terms = (await gateway.call('/terms')).text;
  for (const text of ['Geodes &lt;b&gt; LLC\n1 Main Street', 'Closed &amp; away.', 'Our hours: Sat 10AM-4PM'])
    expect(terms).toContain(text);
  const home = (await gateway.call('/')).text;
  expect(home).toContain('Closed &amp; away.');
  expect(home).not.toContain('href="tel:');
});

it('malformed details are refused with a reason for each field', async () => {
  const before = await config();
  const answer = await change({ contactEmail: 'nowhere', hours: 'x'.repeat(201), legalName: null });
  expect(answer.status).toBe(400);
  expect(answer.json().details).toEqual([
    { field: 'contactEmail', reason: 'Please enter a valid email address.' },
    { field: 'hours', reason: 'Hours must have at most 200 letters.' },
    { field: 'legalName', reason: 'Legal name is required.' },
  ]);
  expect(await config()).toEqual(before);
});

it('has a history', async () => {
  const answer = await gateway.call('/api/admin/shop-details/history?limit=5', { cookie });
  expect(answer.json<HistoryPage>()).toMatchObject({ limit: 5, changes: [{ fields: [{ field: 'hours' }] }] });
});

it('a change that another gateway made is shown after its event', async () => {
  await change({ announcement: 'Before.' });
  stored = { ...stored, announcement: 'From elsewhere.' };
  gateway.app.get(Bus).emit('catalog.changed', { ids: [SHOP_DETAILS_ID] });
  await hasText('/return-policy', 'From elsewhere.');
});

it('while the catalogue does not respond, pages show the last known details', async () => {
  await change({ announcement: 'Last known.' });
  isAway = true;
  try {
    gateway.app.get(Bus).emit('catalog.changed', { ids: [SHOP_DETAILS_ID] });
    await hasText('/terms', 'Last known.');
    expect((await config()).announcement).toBe('Last known.');
  } finally {
    isAway = false;
  }
});
