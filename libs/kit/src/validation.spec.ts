import {
  BuyerDetails,
  ChangePinBody,
  CreateGeodeBody,
  CreateOrderBody,
  CreateShowcaseItemBody,
  EmailQuery,
  EndHold,
  type FieldError,
  GeodeQuery,
  HoldBody,
  OrderStatusBody,
  QuestionBody,
  RefundBody,
  RefundOrder,
  SalesQuery,
  ScheduleGeodes,
  ShipOrders,
  ShopDetails,
  UpdateGeodeBody,
} from '@geodes/contracts';
import { AppError } from './app-error.js';
import { DtoPipe } from './validation.js';

type Dto = new () => object;
const pipe = new DtoPipe();
const checked = (dto: Dto, value: unknown, type: 'body' | 'query' = 'body') =>
  pipe.transform(value, { type, metatype: dto });
const refusal = async (dto: Dto, value: unknown): Promise<AppError> => {
  const error: unknown = await checked(dto, value).catch((caught: unknown) => caught);
  if (error instanceof AppError) return error;
  throw new Error('it was not refused', { cause: error });
};
const reasons = async (dto: Dto, value: unknown): Promise<Record<string, string>> => {
  const details = (await refusal(dto, value)).details as FieldError[];
  return Object.fromEntries(details.map(({ field, reason }) => [field, reason]));
};
const line = { geodeId: '7f1c7f0e-4ac1-4b8a-9c44-6fd7a3f0d3c1', quantity: 1 };
const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

describe('DtoPipe', () => {
  it('reports the first rule that each field breaks', async () => {
    const buyerDetails = { email: 5, firstName: '', city: 'x'.repeat(101) };
    expect(await reasons(CreateOrderBody, { items: {}, paymentToken: 1, buyerDetails })).toMatchObject({
      items: 'Cart must be a list.',
      paymentToken: 'Payment token must be text.',
      'buyerDetails.email': 'Please enter a valid email address.',
      'buyerDetails.firstName': 'First name is required.',
      'buyerDetails.lastName': 'Last name is required.',
      'buyerDetails.city': 'City must have at most 100 letters.',
    });
    expect(await reasons(GeodeQuery, { limit: 'abc', page: '0' })).toEqual({
      limit: 'Limit must be a whole number.',
      page: 'Page must be 1 or more.',
    });
    expect(await reasons(HoldBody, { items: [{ ...line, quantity: '1' }] })).toEqual({
      'items.0.quantity': 'Quantity must be a whole number.',
    });
  });

  it.each([[[null]], [['x']], [[line, 7]], [[[]]]])('says of a list that an entry has no fields: %j', async (list) => {
    const texts = async (dto: Dto, body: object) => [...new Set(Object.values(await reasons(dto, body)))];
    expect(await texts(HoldBody, { items: list })).toEqual(['Each entry of cart must be JSON with fields of its own.']);
    expect(await texts(ShipOrders, { shipments: list.filter((entry) => entry !== line) })).toEqual([
      'Each entry of orders must be JSON with fields of its own.',
    ]);
  });

  it('reports no fields of an object that should be a list', async () => {
    expect(await reasons(HoldBody, { items: {} })).toEqual({ items: 'Cart must be a list.' });
    expect(await reasons(ShipOrders, { shipments: {} })).toEqual({ shipments: 'Orders must be a list.' });
  });

  it('names fields as people do', async () => {
    expect(await reasons(ScheduleGeodes, {})).toEqual({ ids: 'Geodes are required.' });
    expect(await reasons(ShipOrders, {})).toEqual({ shipments: 'Orders are required.' });
    expect(await reasons(ChangePinBody, { pin: '1' })).toEqual({ newPin: 'New PIN is required.' });
  });

  it('uses the first reason as the message', async () => {
    const { code, message } = await refusal(HoldBody, {});
    expect([code, message]).toEqual(['BAD_REQUEST', 'Cart is required.']);
  });

  it('refuses a list that is too long before it checks the elements', async () => {
    const items = Array.from({ length: 30_000 }, () => ({}));
    expect(await reasons(HoldBody, { items })).toEqual({ items: 'At most 10 geodes can be held at once.' });
    expect(await reasons(CreateOrderBody, { items })).toEqual({ items: 'Cart can have at most 50 entries.' });
  });

  it.each([undefined, null, [], 'text', 7, true])('refuses a body that is not a JSON object: %j', async (body) => {
    expect(await reasons(UpdateGeodeBody, body)).toEqual({ body: 'Please send JSON with fields.' });
  });

  it('converts ids to lower case', async () => {
    const geodeId = line.geodeId.toUpperCase();
    expect(await checked(HoldBody, { items: [{ ...line, geodeId }] })).toEqual({ items: [line] });
    expect(await checked(EndHold, { holdId: geodeId, browserId: geodeId })).toEqual({
      holdId: line.geodeId,
      browserId: line.geodeId,
    });
    expect(await reasons(HoldBody, { items: [line, { ...line, geodeId }] })).toEqual({
      items: 'Each geode is unique: it can be held once.',
    });
  });

  it.each(['0x10', '1e2', ' 2', '2 ', '+2', '-2', '2.0', '.5', '1_000', '٢'])(
    'refuses a query number that is not plain decimal digits: %j',
    async (text) => {
      for (const name of ['page', 'limit', 'minPrice', 'maxPrice']) {
        const refused = checked(GeodeQuery, { [name]: text }, 'query');
        if (text === '2.0' && name.endsWith('Price')) expect(await refused).toMatchObject({ [name]: text });
        else await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', details: [{ field: name }] });
      }
    },
  );

  it.each<[string, object, Dto]>([
    ['page', { page: '1.5' }, GeodeQuery],
    ['page', { page: ['1', '2'] }, GeodeQuery],
    ['limit', { limit: '0' }, GeodeQuery],
    ['from', { from: '2026-13-01' }, SalesQuery],
    ['status', { status: 'lost' }, OrderStatusBody],
    ['price', { price: '-1' }, CreateGeodeBody],
    ['quantity', { quantity: 1.5 }, CreateGeodeBody],
    ['firstName', { firstName: ' ' }, BuyerDetails],
  ])('refuses a wrong value of %s: %j', async (field, value, dto) =>
    expect(await reasons(dto, value)).toHaveProperty(field),
  );

  it.each(['a\u0000@b.co', '\u0000a@b.co', 'a\u200b@b.co', '\u0000'])('refuses a malformed email: %j', async (email) =>
    expect(await reasons(EmailQuery, { email })).toEqual({ email: 'Please enter a valid email address.' }),
  );

  it('makes one line of a title or name, and keeps the lines of a description or question', async () => {
    const breaks = 'One\r\ntwo\u0000';
    expect(await checked(UpdateGeodeBody, { title: breaks, description: breaks })).toEqual({
      title: 'One two',
      description: 'One\r\ntwo',
    });
    expect(await checked(QuestionBody, { name: breaks, email: 'a@b.co', question: breaks })).toEqual({
      name: 'One two',
      email: 'a@b.co',
      question: 'One\r\ntwo',
    });
    expect(await checked(ShopDetails, { legalName: breaks, postalAddress: breaks })).toEqual({
      legalName: 'One two',
      postalAddress: 'One\r\ntwo',
    });
  });

  it.each(['\u200b', '\u0001', ' \u202e\n'])('takes a text of which nothing can be seen as empty: %j', async (text) =>
    expect(await reasons(CreateShowcaseItemBody, { title: text, description: text })).toEqual({
      title: 'Title is required.',
      description: 'Description is required.',
    }),
  );

  it.each(['09.00', '00.50', '0009.00', '9', '9.0', '.90', '+9.00', '9.00 '])(
    'refuses an expected total that the shop would write otherwise: %j',
    async (expectedTotal) =>
      expect(await reasons(CreateOrderBody, { expectedTotal })).toMatchObject({
        expectedTotal: 'The expected total must be an amount such as 129.00.',
      }),
  );

  it.each(['0.00', '0.90', '9.00', '129.05', '1000000.00'])('accepts the expected total %s', async (expectedTotal) =>
    expect(await reasons(CreateOrderBody, { expectedTotal })).not.toHaveProperty('expectedTotal'),
  );

  it('refuses null as the amount of a refund, because no amount means all that is left', async () => {
    expect(await reasons(RefundBody, { amount: null })).toEqual({ amount: 'Amount is required.' });
    expect(await checked(RefundBody, {})).toEqual({});
  });

  it('leaves it to the order how much of it can be refunded', async () => {
    const id = line.geodeId;
    const command = { orderId: id, refundId: id, key: 'k', amountCents: 999_999_999_999_999 };
    expect(await checked(RefundOrder, command)).toEqual(command);
  });

  it('treats an empty query value as absent', async () => {
    const names = ['search', 'location', 'crystalType', 'category', 'minPrice', 'maxPrice', 'size', 'sortBy', 'page'];
    const query = Object.fromEntries([...names, 'limit'].map((name) => [name, '']));
    expect(await checked(GeodeQuery, query, 'query')).toEqual({ sortBy: 'newest', page: 1, limit: 10 });
  });

  it.each([
    '2020-W10',
    '2020',
    '2020-10-01',
    '2026-02-30T00:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    '',
  ])('refuses a malformed timestamp: %j', async (updatedAt) =>
    expect(await reasons(UpdateGeodeBody, { updatedAt })).toEqual({
      updatedAt: 'Please give a moment such as 2026-11-21T09:30:00.000Z.',
    }),
  );

  it.each(['1969-12-31T23:59:59Z', '1026-11-27T18:00:00Z', '9999-12-31T18:00:00-06:00'])(
    'refuses a timestamp whose year is a typing error: %s',
    async (updatedAt) =>
      expect(await reasons(UpdateGeodeBody, { updatedAt })).toEqual({
        updatedAt: 'Please give a moment in the years 1970 to 9999.',
      }),
  );

  it.each(['2026-11-21T09:30:00.000Z', '2026-11-21T09:30:00+02:00', '2024-02-29T23:59:59.999999Z'])(
    'accepts a timestamp: %s',
    async (updatedAt) => expect(await checked(UpdateGeodeBody, { updatedAt })).toEqual({ updatedAt }),
  );

  it('refuses control characters in the URL of a picture or video', async () => {
    const reason = 'An address must not have control characters in it.';
    const bad = '/objects/a\u0000b';
    expect(await reasons(CreateGeodeBody, { imageUrl: bad, imageUrls: ['/objects/a', bad] })).toMatchObject({
      imageUrl: reason,
      imageUrls: reason,
    });
    expect(await reasons(CreateShowcaseItemBody, { images: [bad], videoUrl: '\ud800' })).toMatchObject({
      images: reason,
      videoUrl: reason,
    });
  });

  it('reports at most fifty fields', async () => {
    const items = Array.from({ length: 50 }, () => ({}));
    expect((await refusal(CreateOrderBody, { items })).details).toHaveLength(50);
  });

  it.each([21, 1_000, 20_000])('refuses a body that is nested %i levels deep', async (levels) => {
    expect(await refusal(CreateOrderBody, { items: nested(levels) })).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('lets an update omit a required field, but not empty it', async () => {
    expect(await checked(UpdateGeodeBody, { tier: null })).toEqual({ tier: null });
    expect(await reasons(UpdateGeodeBody, { title: null, price: null, quantity: null })).toEqual({
      title: 'Title is required.',
      price: 'Price is required.',
      quantity: 'Quantity is required.',
    });
  });
});
