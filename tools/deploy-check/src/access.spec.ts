import { CALLERS, LISTENERS, type NatsUser } from '@geodes/contracts/access';
import { filesBelow, readText } from './deployment-files.js';

/** Sources of each process, without those of its tests. */
const FOLDERS: Record<NatsUser, string> = {
  gateway: 'gateway/src',
  catalog: 'services/catalog/src',
  orders: 'services/orders/src',
  payments: 'services/payments/src',
  media: 'services/media/src',
  ops: 'tools/ops/src',
  seed: 'tools/seed/src',
};
const users = Object.keys(FOLDERS) as NatsUser[];
const sourceOf = (user: NatsUser): string =>
  filesBelow(FOLDERS[user], '.ts')
    .filter((file) => !file.endsWith('.spec.ts'))
    .map(readText)
    .join('\n');
const sources = Object.fromEntries(users.map((user) => [user, sourceOf(user)])) as Record<NatsUser, string>;
/** `.ping` and `.health` are written as templates: the gateway sends them to every service. */
const isTemplate = (subject: string) => /\.(ping|health)$/.test(subject);

describe('the table of callers', () => {
  it('lets exactly those processes send a request or hear an event whose sources name it', () => {
    const table = { ...CALLERS, ...LISTENERS };
    const found = Object.keys(table).map((subject) => {
      const naming = users.filter((user) => !subject.startsWith(`${user}.`) && sources[user].includes(`'${subject}'`));
      return [subject, isTemplate(subject) ? ['gateway'] : naming];
    });
    expect(Object.fromEntries(found)).toEqual(table);
  });
});
