import type { GatewaySettings, ShopDetails } from '@geodes/contracts';
import { formatAge } from '../print.js';
import { type AuditState, MAX_AUDIT_AGE_MS, type Observed, saidOf } from '../status/read-status.js';
import {
  missing,
  type ObservedBackups,
  type ObservedReadiness,
  type ObservedTestLetter,
  rowsOf,
  type TradeRow,
  unknown,
  unseen,
  yes,
} from './readiness.js';
import { maskEmail } from './test-letter.js';

const DAY_MS = 86_400_000;
const MAX_BACKUP_AGE_MS = 7 * DAY_MS;
/** Its host in docker-compose.yml. */
const MAIL_CATCHER = 'mail-catcher';
/** Reserved for examples: RFC 2606 and RFC 6761. */
const EXAMPLE_DOMAIN = /(^|[@.])(example\.(com|org|net)|[\w-]+\.(example|test|invalid|localhost)|localhost)$/i;
/** Reserved for fiction by the North American Numbering Plan. */
const FICTIONAL_PHONE = /555\D?01\d\d$/;

/** Evaluates letters, backups, the owner's access, contact, demo geodes and the audit. */
export const shopRows = (seen: ObservedReadiness): TradeRow[] => [
  ...letterRows(seen),
  ...backupRows(seen),
  ...rowsOf(['PIN', 'passkey'], seen.gateway, (settings) => [pinRow(settings), passkeyRow(settings)]),
  ...contactRows(seen),
  ...rowsOf(['demo geodes'], seen.demoGeodes, (count) => [demoRow(count)]),
  ...(seen.audit
    ? rowsOf(['audit'], seen.audit, (audit) => [auditRow(audit, seen.at)])
    : [unseen('audit', 'AUDIT_URL does not say where it is', 'npm run audit must find nothing.')]),
];

const letterRows = ({ letters, testLetter, hasMailCatcher }: ObservedReadiness): TradeRow[] =>
  rowsOf(['mail server', 'failed letters'], letters, ({ hasMailServer, failed }) => {
    const advice = 'Set SMTP_URL, MAIL_FROM and OWNER_EMAIL.';
    if (!hasMailServer) return [missing('mail server', 'none: buyers get no letter', advice)];
    const tested = saidOf(testLetter);
    const isCaught = hasMailCatcher || tested?.mailServer === MAIL_CATCHER;
    return [
      isCaught
        ? missing('mail server', 'only the mail catcher, which delivers nothing', advice)
        : yes('mail server', tested?.mailServer ?? 'is set'),
      failed === 0
        ? yes('failed letters', 'none')
        : missing('failed letters', String(failed), 'Panel, Settings, Letters: read the reason, then Try again.'),
      ...(testLetter ? rowsOf(['test letter'], testLetter, (letter) => [testLetterRow(letter)]) : []),
    ];
  });

const testLetterRow = ({ outcome, to, state, lastError }: ObservedTestLetter): TradeRow => {
  const point = 'test letter';
  if (to === null) return missing(point, 'OWNER_EMAIL is none: no one hears of orders', 'Set OWNER_EMAIL.');
  const recipient = maskEmail(to);
  if (outcome === 'received') return yes(point, `${recipient} has received it`);
  const confirm = 'Run it again with --mail-code and the code in the letter.';
  if (outcome === 'not confirmed') return missing(point, `written to ${recipient}, not confirmed`, confirm);
  if (outcome === 'wrong code') return missing(point, 'no letter has this code', confirm);
  const advice = "Look in the spam folder, and at the sender's SPF and DKIM records.";
  if (state === 'sent') return missing(point, `the mail server took it, ${recipient} has not received it`, advice);
  return missing(point, `not sent yet: ${lastError ?? 'the log of orders says why'}`, 'Check SMTP_URL.');
};

const backupRows = ({ backups, at }: ObservedReadiness): TradeRow[] => {
  const make = 'npm run backup, daily, and copy the folder to another machine.';
  const restore = 'Rehearse once: docs/open-for-trade.md, point 8.';
  if (!backups)
    return [
      unseen('backup', 'not seen from here', 'docs/operating.md, "Backup and restore": the first command, daily.'),
      unseen('restore', 'not seen from here', 'The second command, once, into another project (-p).'),
    ];
  return rowsOf(['backup', 'restore'], backups, ({ lastBackupAt, lastRestoreAt }: ObservedBackups) => {
    if (!lastBackupAt) return [missing('backup', 'none was made', make), missing('restore', 'never tried', restore)];
    const age = formatAge(lastBackupAt, at);
    return [
      Date.parse(at) - Date.parse(lastBackupAt) <= MAX_BACKUP_AGE_MS
        ? yes('backup', `${age} old`)
        : missing('backup', `the last one is ${age} old`, make),
      lastRestoreAt
        ? yes('restore', `tried ${formatAge(lastRestoreAt, at)} ago`)
        : missing('restore', 'never tried', restore),
    ];
  });
};

const pinRow = ({ pin }: GatewaySettings): TradeRow => {
  if (pin === 'panel') return yes('PIN', "the owner's own, set in the panel");
  return pin === 'hash'
    ? yes('PIN', "the operator's, configured as a hash")
    : missing('PIN', 'generated, or configured in plain text', 'Panel, Settings, PIN: set another one.');
};

const passkeyRow = ({ passkeys }: GatewaySettings): TradeRow =>
  passkeys > 0
    ? yes('passkey', `${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`)
    : missing('passkey', 'none: the PIN alone opens the panel', 'Panel, Settings, Passkeys: add two devices.');

const contactRows = ({ details, gateway }: ObservedReadiness): TradeRow[] =>
  rowsOf(['contact', 'legal details'], details, (own) => [contactRow(own, gateway), legalRow(own)]);

const SETTINGS = 'Panel, Settings, Shop details: ';

/** A detail that the owner never set is that of the environment. */
const contactRow = (own: ShopDetails, gateway: Observed<GatewaySettings>): TradeRow => {
  if ('away' in gateway) return unknown('contact', gateway.away);
  const { contact } = gateway.said;
  const email = own.contactEmail ?? contact.email;
  const phone = own.contactPhone ?? contact.phone;
  const location = own.contactLocation ?? contact.location;
  const faults = [
    ...(!email || EXAMPLE_DOMAIN.test(email) ? ['email'] : []),
    ...(!phone || FICTIONAL_PHONE.test(phone) ? ['phone'] : []),
    ...(location ? [] : ['location']),
  ];
  return faults.length === 0
    ? yes('contact', `${email}, ${phone}, ${location}`)
    : missing('contact', `empty or an example: ${faults.join(', ')}`, `${SETTINGS}enter your own.`);
};

const legalRow = ({ legalName, postalAddress }: ShopDetails): TradeRow => {
  const lacking = [...(legalName ? [] : ['legal name']), ...(postalAddress ? [] : ['postal address'])];
  return lacking.length === 0
    ? yes('legal details', `${legalName}, with a postal address`)
    : missing('legal details', `empty: ${lacking.join(', ')}`, `${SETTINGS}enter them; Terms shows them.`);
};

const demoRow = (count: number): TradeRow =>
  count === 0
    ? yes('demo geodes', 'none is on sale')
    : missing('demo geodes', `${count} on sale`, 'Begin with new data and SEED=none, or delete them in the panel.');

const auditRow = ({ checkedAt, violations }: AuditState, at: string): TradeRow => {
  const kinds = Object.entries(violations).map(([kind, count]) => `${count} ${kind}`);
  if (kinds.length > 0) return missing('audit', kinds.join(', '), 'npm run audit lists each; see docs/audit.md.');
  if (!checkedAt) return unknown('audit', 'has not run yet', 'It does in the first minute: try again.');
  const says = `nothing found ${formatAge(checkedAt, at)} ago`;
  return Date.parse(at) - Date.parse(checkedAt) <= MAX_AUDIT_AGE_MS
    ? yes('audit', says)
    : unknown('audit', says, 'It should run every minute: see its log.');
};
