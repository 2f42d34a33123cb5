import { readFileSync } from 'node:fs';
import Ajv from 'ajv';

interface Operation {
  parameters: { name: string; schema: { type?: string } }[];
  requestBody?: { content: { 'application/json': { schema: object } } };
  responses: { 200: { content: { 'application/json': { schema: object } } } };
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
}
export interface SquareExchange {
  method: string;
  url: string;
  requestBody?: string;
  status: number;
  responseBody: string;
}
export interface SquareWatchOptions {
  /** Also check requests that were refused; for a caller that must never send a malformed one. Default true. */
  refusedRequests?: boolean;
}

const KEY = 'square';
/** Codes of API version 2026-09-16 (`square` 46 and its documentation) that the description lacks. */
const LATER_CODES = ['AMOUNT_TOO_LOW'];

/** Makes schemas strict: undescribed fields are refused. Some `required` names lack a description and are dropped. */
const strict = (key: string, value: unknown): unknown => {
  if (key === '$ref') return String(value).replace(/^#/, `${KEY}#`);
  const { properties, required } = (value ?? {}) as { properties?: object; required?: string[] };
  if (key === 'ErrorCode')
    return { ...(value as object), enum: [...(value as { enum: string[] }).enum, ...LATER_CODES] };
  if (!properties) return value;
  return {
    ...(value as object),
    additionalProperties: false,
    ...(required && { required: required.filter((name) => name in properties) }),
  };
};

const file = new URL('../data/square-openapi.json', import.meta.url);
const description = JSON.parse(readFileSync(file, 'utf8'), strict) as Description;
const ajv = new Ajv({ allErrors: true, format: false }).addSchema(description, KEY);

const routes = Object.entries(description.paths).map(([path, operations]) => ({
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  operations,
}));

const violationsOf = (schema: object, value: unknown, what: string): string[] =>
  ajv.validate(schema, value)
    ? []
    : (ajv.errors ?? []).map(
        ({ dataPath, message, params }) => `${what}${dataPath} ${message} ${JSON.stringify(params)}`,
      );

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const queryViolations = ({ parameters }: Operation, query: URLSearchParams): string[] =>
  [...query].flatMap(([name, text]) => {
    const parameter = parameters.find((one) => one.name === name);
    if (!parameter) return [`query has the unknown parameter ${name}`];
    const isText = parameter.schema.type !== 'integer' && parameter.schema.type !== 'boolean';
    return violationsOf(parameter.schema, isText ? text : parsed(text), `query.${name}`);
  });

/** Lists where an exchange departs from Square's description. Undescribed operations are not checked. */
export const squareViolations = (
  exchange: SquareExchange,
  { refusedRequests = true }: SquareWatchOptions = {},
): string[] => {
  const { method, url, requestBody, status, responseBody } = exchange;
  const { pathname, searchParams } = new URL(url);
  const operation = routes.find(
    ({ pattern, operations }) => pattern.test(pathname) && method.toLowerCase() in operations,
  )?.operations[method.toLowerCase()];
  if (!operation) return [];
  const found = violationsOf(
    operation.responses[200].content['application/json'].schema,
    parsed(responseBody),
    'response',
  );
  if (status >= 400 && !responseBody.includes('"errors"')) found.push('response is an error without errors');
  if (status < 400 || refusedRequests) {
    found.push(...queryViolations(operation, searchParams));
    const schema = operation.requestBody?.content['application/json'].schema;
    if (schema) found.push(...violationsOf(schema, parsed(requestBody ?? ''), 'request'));
    else if (requestBody) found.push('request has a body');
  }
  return found.map((violation) => `${method} ${pathname} ${status}: ${violation}`);
};

const EVENTS: Record<string, string> = {
  'payment.updated': 'PaymentUpdatedEvent',
  'refund.created': 'RefundCreatedEvent',
  'refund.updated': 'RefundUpdatedEvent',
};

/** Lists where a webhook's body departs from Square's description. */
export const squareEventViolations = (body: { type: string }): string[] => {
  const name = EVENTS[body.type];
  return name
    ? violationsOf({ $ref: `${KEY}#/components/schemas/${name}` }, body, body.type)
    : [`${body.type} is not an event`];
};

const watched = new Map<string, { violations: Set<string>; options: SquareWatchOptions }>();
let originalFetch: typeof fetch | undefined;

/** Checks every exchange of this process's `fetch` with the origin until `checkSquareContract`. */
export const watchSquare = (origin: string, options: SquareWatchOptions = {}): void => {
  watched.set(origin, { violations: new Set(), options });
  if (originalFetch) return;
  originalFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const response = await originalFetch!(input, init);
    const watch = watched.get(new URL(request.url).origin);
    if (!watch) return response;
    const [requestBody, responseBody] = await Promise.all([request.text(), response.clone().text()]);
    const { method, url } = request;
    const exchange = { method, url, requestBody, status: response.status, responseBody };
    for (const violation of squareViolations(exchange, watch.options)) watch.violations.add(violation);
    return response;
  };
};

/** Ends the watch. Throws an Error that lists the departures since `watchSquare`, if any. */
export const checkSquareContract = (origin: string): void => {
  const violations = [...(watched.get(origin)?.violations ?? [])];
  watched.delete(origin);
  if (violations.length > 0) throw new Error(`Not as Square describes it:\n${violations.join('\n')}`);
};
