import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SquareError as WholeSquareError } from 'square';
import { fileOf, SDK_FOLDER, SquareError } from './square-sdk.js';

const names = (file: string, index: string): string[] => {
  const source = readFileSync(join(SDK_FOLDER, file), 'utf8');
  return [...source.matchAll(new RegExp(`\\b${index}\\.(\\w+)`, 'g'))].map(([, name = '']) => name);
};

describe("the parts of Square's SDK", () => {
  it.each(['payments', 'refunds'])('have a file for every name that the client of %s asks for', (resource) => {
    const asked = names(`api/resources/${resource}/client/Client.js`, 'serializers');
    expect(asked.length).toBeGreaterThan(3);
    for (const name of asked) expect(fileOf('serialization', name)).toContain(name);
  });

  it('have a file for every name that its errors ask for', () => {
    const asked = names('errors/SquareError.js', 'api_1');
    expect(asked).toContain('ErrorCategory');
    for (const name of asked) expect(fileOf('api', name)).toContain(name);
  });

  it('say which name is gone', () => {
    expect(() => fileOf('api', 'Gone')).toThrow('no api/Gone');
  });

  it('are the same classes as those of its index', () => {
    expect(SquareError).toBe(WholeSquareError);
  });
});
