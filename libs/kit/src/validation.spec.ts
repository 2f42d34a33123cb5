import { CreateOrderBody, type FieldError, GeodeQuery, HoldBody, UpdateGeodeBody } from '@geodes/contracts';
import { AppError } from './app-error.js';
import { DtoPipe } from './validation.js';

type Dto = new () => object;
const pipe = new DtoPipe();
const checked = (dto: Dto, value: unknown) => pipe.transform(value, { type: 'body', metatype: dto });
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

describe('what is sent', () => {
  it('is told by the first rule that it breaks', async () => {
    const buyerDetails = { email: 5, firstName: '', city: 'x'.repeat(101) };
    expect(await reasons(CreateOrderBody, { items: {}, paymentToken: 1, buyerDetails })).toMatchObject({
      items: 'items must be an array',
      paymentToken: 'paymentToken must be a string',
      'buyerDetails.email': 'email must be an email',
      'buyerDetails.firstName': 'firstName should not be empty',
      'buyerDetails.lastName': 'lastName is missing',
      'buyerDetails.city': 'city must be shorter than or equal to 100 characters',
    });
    expect(await reasons(GeodeQuery, { limit: 'abc', page: '0' })).toEqual({
      limit: 'limit must be an integer number',
      page: 'page must not be less than 1',
    });
    expect(await reasons(HoldBody, { items: [{ ...line, quantity: '1' }] })).toEqual({
      'items.0.quantity': 'quantity must be an integer number',
    });
  });

  it('has its first fault in the message', async () => {
    const { code, message } = await refusal(HoldBody, {});
    expect([code, message]).toEqual(['BAD_REQUEST', 'Please check items: items is missing.']);
  });

  it('is refused for the length of a list before its elements are looked at', async () => {
    const items = Array.from({ length: 30_000 }, () => ({}));
    expect(await reasons(HoldBody, { items })).toEqual({ items: 'at most 10 geodes can be held at once' });
    expect(await reasons(CreateOrderBody, { items })).toEqual({ items: 'items must contain no more than 50 elements' });
  });

  it('tells fifty faults at most', async () => {
    const items = Array.from({ length: 50 }, () => ({}));
    expect((await refusal(CreateOrderBody, { items })).details).toHaveLength(50);
  });

  it.each([21, 1_000, 20_000])('is refused where it is nested %i levels deep', async (levels) => {
    expect(await refusal(CreateOrderBody, { items: nested(levels) })).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('may leave out what is not to be changed, but not empty what a geode must have', async () => {
    expect(await checked(UpdateGeodeBody, { tier: null })).toEqual({ tier: null });
    expect(await reasons(UpdateGeodeBody, { title: null, price: null, quantity: null })).toEqual({
      title: 'title is missing',
      price: 'price is missing',
      quantity: 'quantity is missing',
    });
  });
});
