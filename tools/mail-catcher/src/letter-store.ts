import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Address } from 'postal-mime';

/** Far above the shop's letters. */
const MAX_HEADER_BYTES = 64 * 1024;
const MAX_NESTING = 20;
/** Longer subjects are cut in lists, characters. */
const MAX_SUBJECT_LENGTH = 300;
/** The shop's name for the kind of a letter: order-paid, refund … */
const KIND_HEADER = 'x-letter-kind';

/** A parsed letter. Everything in it comes from outside. */
export interface Letter {
  messageId: string;
  from: string;
  to: string[];
  /** Recipients and the addresses that a reply would go to, in lower case. */
  concerns: string[];
  subject: string;
  kind: string;
  text: string;
  html: string;
  headers: string;
}

/** Parses the bytes of a letter. Throws if the headers are too long or the parts are nested too deeply. */
const parseLetter = async (bytes: Uint8Array): Promise<Letter> => {
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

/** Arrival in UTC, then a hash of the Message-ID: nothing of a letter gets into a path. */
const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-([0-9a-f]{16})$/;
const SUFFIX = '.eml';
const PART_SUFFIX = '.part';

/** The parts of a letter that lists and searches need. */
export interface KeptLetter extends Omit<Letter, 'text' | 'html' | 'headers'> {
  /** The file's name without `.eml`. */
  name: string;
  /** When it arrived first, ISO 8601. */
  at: string;
}

/** Keeps letters as files. A letter with a known Message-ID replaces the file that has it. */
export class LetterStore {
  /** Parsed once: a search would otherwise read all letters again. */
  readonly #parsed = new Map<string, KeptLetter>();

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    // a killed process may leave one
    for (const file of readdirSync(folder)) if (file.endsWith(PART_SUFFIX)) rmSync(join(folder, file), { force: true });
  }

  /** Stores a letter and returns its name. Throws if it cannot be parsed or written. */
  async save(bytes: Buffer): Promise<string> {
    const letter = await parseLetter(bytes);
    const hash = createHash('sha256')
      .update(letter.messageId || bytes)
      .digest('hex')
      .slice(0, 16);
    // synchronous from here on, so that two copies of a letter cannot both find no file
    const known = this.names().find((name) => name.endsWith(`-${hash}`));
    const name = known ?? `${new Date().toISOString().replace(/[-:.]/g, '')}-${hash}`;
    const part = join(this.folder, `${name}${PART_SUFFIX}`);
    writeFileSync(part, bytes, { mode: 0o600 });
    renameSync(part, this.#path(name));
    this.#parsed.set(name, keptLetter(name, letter));
    return name;
  }

  /** Lists the names of all letters, newest first. */
  names(): string[] {
    const names = readdirSync(this.folder).flatMap((file) =>
      file.endsWith(SUFFIX) && NAME.test(file.slice(0, -SUFFIX.length)) ? [file.slice(0, -SUFFIX.length)] : [],
    );
    return names.sort().reverse();
  }

  /** Summarises these letters. Leaves out those deleted meanwhile. */
  async summaries(names: readonly string[]): Promise<KeptLetter[]> {
    const found: KeptLetter[] = [];
    for (const name of names) {
      const letter = await this.#summary(name);
      if (letter) found.push(letter);
    }
    return found;
  }

  /** Lists at most `limit` letters, newest first, optionally only those to an address. */
  async list(limit: number, to?: string): Promise<KeptLetter[]> {
    if (!to) return this.summaries(this.names().slice(0, limit));
    const all = await this.summaries(this.names());
    return all.filter((letter) => letter.to.some((each) => each.toLowerCase() === to.toLowerCase())).slice(0, limit);
  }

  /** Returns a letter, or undefined if there is none of this name. */
  async read(name: string): Promise<(Letter & KeptLetter) | undefined> {
    if (!NAME.test(name)) return undefined;
    const bytes = await readFile(this.#path(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!bytes) return undefined;
    const letter = await parseLetter(bytes);
    return { ...letter, ...keptLetter(name, letter) };
  }

  /** Deletes the letters that an address received or would get the reply of. Returns their number. */
  async deleteFor(address: string): Promise<number> {
    const all = await this.summaries(this.names());
    const found = all.filter(({ concerns }) => concerns.includes(address.toLowerCase()));
    for (const { name } of found) this.#delete(name);
    return found.length;
  }

  async #summary(name: string): Promise<KeptLetter | undefined> {
    const known = this.#parsed.get(name);
    if (known) return known;
    const letter = await this.read(name);
    if (!letter) return undefined;
    const kept = keptLetter(name, letter);
    this.#parsed.set(name, kept);
    return kept;
  }

  #delete(name: string): void {
    rmSync(this.#path(name), { force: true });
    this.#parsed.delete(name);
  }

  #path = (name: string): string => join(this.folder, `${name}${SUFFIX}`);
}

const keptLetter = (name: string, { messageId, from, to, concerns, subject, kind }: Letter): KeptLetter => ({
  name,
  at: name.replace(NAME, '$1-$2-$3T$4:$5:$6.$7Z'),
  messageId,
  from,
  to,
  concerns,
  subject,
  kind,
});
