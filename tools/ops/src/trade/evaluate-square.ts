import type { AccountCheck, SquareAnswer, SquareLocation, SquareProblem } from '@geodes/contracts';
import { missing, type TradeRow, unknown, yes } from './readiness.js';

export const SQUARE_POINTS = [
  'Square: production',
  'Square: access token',
  'Square: location',
  'Square: permissions',
  'webhook: signature key',
  'webhook: subscription',
];

const EVENTS = ['payment.updated', 'refund.created', 'refund.updated'];
const CREDENTIALS = 'developer.squareup.com, the application, Credentials, tab Production';
const SUBSCRIPTIONS = 'developer.squareup.com, the application, Webhooks, Subscriptions, Production';

/** Evaluates Square's account and webhook subscription. */
export const squareRows = (account: AccountCheck): TradeRow[] => {
  const token = tokenRow(account);
  const dependent = [locationRow(account), permissionRow(account)];
  return [
    environmentRow(account),
    token,
    ...(token.verdict === 'yes' ? dependent : dependent.map(({ point }) => unknown(point, 'the token comes first'))),
    keyRow(account),
    subscriptionRow(account),
  ];
};

const environmentRow = ({ environment }: AccountCheck): TradeRow => {
  const point = 'Square: production';
  if (environment === 'production') return yes(point, 'cards are charged');
  const says = environment === 'simulator' ? 'the simulator stands in for Square' : "Square's sandbox";
  const advice = 'Set SQUARE_ENVIRONMENT=production with the production credentials, and start with new data.';
  return missing(point, `${says}: no real card is charged`, advice);
};

const tokenRow = ({ location, readPayments, readRefunds, writePayments }: AccountCheck): TradeRow => {
  const point = 'Square: access token';
  const answers: SquareAnswer<unknown>[] = [readPayments, readRefunds, writePayments, location];
  const refused = answers.find((answer) => isProblem(answer, 'token'));
  if (refused)
    return missing(point, `Square refuses it${codesOf(refused)}`, `Set SQUARE_ACCESS_TOKEN from ${CREDENTIALS}.`);
  const away = answers.find((answer) => isProblem(answer, 'away'));
  return away
    ? unknown(point, `Square does not respond${codesOf(away)}`, 'Try again. Otherwise: is there a way to Square?')
    : yes(point, 'Square accepts it');
};

const locationRow = ({ location, locationId }: AccountCheck): TradeRow => {
  const point = 'Square: location';
  if ('said' in location) return openLocationRow(point, location.said);
  const advice = `Set SQUARE_LOCATION_ID from ${CREDENTIALS.replace('Credentials', 'Locations')}.`;
  if (location.problem === 'missing') return missing(point, `Square has no location ${locationId}`, advice);
  return location.problem === 'permission'
    ? missing(point, `the token may not read it${codesOf(location)}`, 'Let the token have MERCHANT_PROFILE_READ.')
    : missing(point, `Square refuses to show ${locationId}${codesOf(location)}`, advice);
};

const openLocationRow = (point: string, { name, status, currency, capabilities }: SquareLocation): TradeRow => {
  if (status !== 'ACTIVE')
    return missing(point, `"${name}" is ${status || 'not active'}`, 'Activate it in Square: Settings, Locations.');
  if (currency !== 'USD')
    return missing(point, `"${name}" has the currency ${currency}`, 'The shop sells in USD: use a location in the US.');
  return capabilities.includes('CREDIT_CARD_PROCESSING')
    ? yes(point, `"${name}" takes cards in USD`)
    : missing(point, `"${name}" may not take cards yet`, 'Complete the activation: squareup.com/activate.');
};

const permissionRow = ({ readPayments, readRefunds, writePayments }: AccountCheck): TradeRow => {
  const point = 'Square: permissions';
  const wanted: [string, SquareAnswer<true>][] = [
    ['PAYMENTS_READ (payments)', readPayments],
    ['PAYMENTS_READ (refunds)', readRefunds],
    ['PAYMENTS_WRITE', writePayments],
  ];
  const lacking = wanted.filter(([, answer]) => !('said' in answer));
  if (lacking.length === 0) return yes(point, 'payments and refunds can be read, payments can be made');
  const says = lacking.map(([permission, answer]) => `${permission}${codesOf(answer)}`).join('; ');
  return missing(point, `without ${says}`, `Use the application's own access token: ${CREDENTIALS}.`);
};

const keyRow = ({ hasWebhookKey }: AccountCheck): TradeRow => {
  const point = 'webhook: signature key';
  const advice = `Set SQUARE_WEBHOOK_SIGNATURE_KEY from ${SUBSCRIPTIONS}.`;
  return hasWebhookKey ? yes(point, 'is set') : missing(point, 'not set: every webhook is refused', advice);
};

const subscriptionRow = ({ subscriptions, webhookUrl }: AccountCheck): TradeRow => {
  const point = 'webhook: subscription';
  const advice = `${SUBSCRIPTIONS}: ${webhookUrl} with ${EVENTS.join(', ')}.`;
  if ('problem' in subscriptions) return unknown(point, `cannot be read${codesOf(subscriptions)}`, `Look: ${advice}`);
  const here = subscriptions.said.filter(({ url }) => url === webhookUrl);
  if (here.length === 0) return missing(point, `none sends to ${webhookUrl}`, `Add it: ${advice}`);
  const enabled = here.filter(({ isEnabled }) => isEnabled);
  if (enabled.length === 0) return missing(point, 'is disabled', `Enable it: ${advice}`);
  const lacking = EVENTS.filter((event) => !enabled.some(({ eventTypes }) => eventTypes.includes(event)));
  return lacking.length === 0
    ? yes(point, `sends to ${webhookUrl}`)
    : missing(point, `does not send ${lacking.join(', ')}`, `Add the events: ${advice}`);
};

const isProblem = (answer: SquareAnswer<unknown>, problem: SquareProblem): boolean =>
  'problem' in answer && answer.problem === problem;

const codesOf = (answer: SquareAnswer<unknown>): string =>
  'problem' in answer && answer.codes.length > 0 ? ` (${answer.codes.join(', ')})` : '';
