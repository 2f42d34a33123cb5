import PostalMime, { type Address } from 'postal-mime';

/** Far above the shop's letters. */
const MAX_HEADER_BYTES = 64 * 1024;
const MAX_NESTING = 20;
/** Longer subjects are cut in lists, characters. */
const MAX_SUBJECT_LENGTH = 300;
/** The shop's name for the kind of a letter: order-paid, refund … */
const KIND_HEADER = 'x-letter-kind';

/** What a list shows of a letter. */
export interface LetterSummary {
  messageId: string;
  from: string;
  to: string[];
  subject: string;
  kind: string;
}

/** A parsed letter. Everything in it comes from outside. */
export interface Letter extends LetterSummary {
  /** Recipients and the addresses that a reply would go to, in lower case. */
  concerns: string[];
  text: string;
  html: string;
  headers: string;
}

/** Parses the bytes of a letter. Throws if the headers are too long or the parts are nested too deeply. */
export const parseLetter = async (bytes: Uint8Array): Promise<Letter> => {
  const email = await PostalMime.parse(bytes, { maxHeadersSize: MAX_HEADER_BYTES, maxNestingDepth: MAX_NESTING });
  const to = addressesIn([...(email.to ?? []), ...(email.cc ?? []), ...(email.bcc ?? [])]);
  const concerns = [...to, ...addressesIn(email.replyTo ?? [])].map((address) => address.toLowerCase());
  return {
    messageId: email.messageId ?? '',
    from: addressesIn(email.from ? [email.from] : []).join(', '),
    to,
    concerns,
    subject: (email.subject ?? '').slice(0, MAX_SUBJECT_LENGTH),
    kind: email.headers.find(({ key }) => key === KIND_HEADER)?.value ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    headers: email.headerLines.map(({ line }) => line).join('\n'),
  };
};

const addressesIn = (addresses: readonly Address[]): string[] =>
  addresses.flatMap(({ address, group }) => (group ? group.map((member) => member.address) : [address]));
