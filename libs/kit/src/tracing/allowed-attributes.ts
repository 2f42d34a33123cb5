/**
 * What may be said of a span. Instrumentation also notes whole addresses with their queries, who asked from where, and
 * the texts of errors: nothing that is not named here leaves the process.
 */
const ALLOWED = new Set([
  'db.collection.name',
  'db.name',
  'db.namespace',
  'db.operation',
  'db.operation.name',
  'db.system',
  'db.system.name',
  'error.type',
  'http.method',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'http.scheme',
  'http.status_code',
  'messaging.destination.name',
  'messaging.message.id',
  'messaging.operation.type',
  'messaging.system',
  'net.peer.port',
  'network.protocol.version',
  'server.port',
  'shop.operation',
  'shop.order_id',
  'shop.request_id',
]);
/** Statements, whose values stand apart from them; see `withoutValues`. */
const STATEMENTS = new Set(['db.query.text', 'db.statement']);

const MAX_TEXT = 1_000;
/** What SQL writes between quotation marks. */
const LITERAL = /'(?:[^']|'')*'/g;

/** A statement without what is quoted in it. */
export const withoutValues = (statement: string): string => statement.replace(LITERAL, "'?'").slice(0, MAX_TEXT);

/** The attributes that leave the process. */
export const allowedAttributes = (attributes: Readonly<Record<string, unknown>>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]): [string, string | number][] => {
      if (typeof value === 'number') return ALLOWED.has(name) ? [[name, value]] : [];
      if (typeof value !== 'string') return [];
      if (STATEMENTS.has(name)) return [[name, withoutValues(value)]];
      return ALLOWED.has(name) ? [[name, value.slice(0, MAX_TEXT)]] : [];
    }),
  );
