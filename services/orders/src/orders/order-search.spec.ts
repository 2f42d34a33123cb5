import { orderSearch, orderVector } from './order-search.js';

const id = '0b6f7c1e-6d0b-4d57-9b3c-2f9b7f3a9c1e';

describe('the words of an order', () => {
  it('are those of name, e-mail, number and item titles, without case and accents, each once', () =>
    expect(
      orderVector({
        id,
        firstName: 'Zoë',
        lastName: 'Łukasz',
        email: 'zoe@example.com',
        titles: ['Smoky Twins', 'Smoky Quartz'],
      }),
    ).toBe("'zoe' 'lukasz' 'example' 'com' '7f3a9c1e' 'smoky' 'twins' 'quartz' 'zoe@example.com'"));

  it('may have quotes and backslashes in an address', () =>
    expect(orderVector({ id, firstName: '', lastName: '', email: "o'b\\n@x.io", titles: [] })).toContain(
      "'o''b\\\\n@x.io'",
    ));
});

describe('a search among orders', () => {
  const words = (text: string) => orderSearch(text)?.words;

  it('asks for every word, by prefix', () => expect(words('Smok  ALEX')).toBe("'smok':* & 'alex':*"));

  it('takes an order number as it is written', () => {
    expect(words('7F3A9C1E')).toBe("'7f3a9c1e':*");
    expect(words('#7F3A9C1E')).toBe("'7f3a9c1e':*");
  });

  it('takes a whole id for the order itself', () => {
    expect(orderSearch(` ${id.toUpperCase()} `)).toEqual({ ids: [id], words: null });
    expect(orderSearch(`${id} alex`)).toEqual({ ids: [id], words: "'alex':*" });
  });

  it('takes an address as a whole, also while it is typed', () => {
    expect(words("O'Brien@Example.com")).toBe("'o''brien@example.com':*");
    expect(words('sam@')).toBe("'sam@':*");
    expect(words('@example.com')).toBe("'example':* & 'com':*");
  });

  it.each(['', '  ', '!? ...', "'"])('asks for nothing where there are no words: %j', (text) =>
    expect(orderSearch(text)).toBeNull(),
  );
});
