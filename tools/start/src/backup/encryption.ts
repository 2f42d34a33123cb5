import { readFile } from 'node:fs/promises';
import { ReadableStream as WebStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { BackupError } from './manifest.js';

/** Encrypts or decrypts the content of one file, in pieces of any size or as a whole. */
export interface Codec {
  stream(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  whole(content: Uint8Array): Promise<Uint8Array>;
}

/** Where the files of a backup are, and how they are encrypted. */
export interface BackupFolder {
  folder: string;
  codec: Codec;
}

/** For backups that are not encrypted. */
export const plainCodec: Codec = {
  stream: (source) => source,
  whole: (content) => Promise.resolve(content),
};

const streamOf = (source: AsyncIterable<Uint8Array>) => WebStream.from(source) as ReadableStream<Uint8Array>;

/** Encrypts to an age public key (age1…; age-encryption.org/v1), so this machine cannot read its own backups. */
export const encryptTo = (recipient: string): Codec => {
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new BackupError('BACKUP_AGE_RECIPIENT is not the public key of age: it begins with age1, from age-keygen.');
  }
  return {
    async *stream(source) {
      yield* await encrypter.encrypt(streamOf(source));
    },
    whole: (content) => encrypter.encrypt(content),
  };
};

/** Decrypts with the identities of a file that age-keygen wrote. Throws BackupError if it has none. */
export const decryptWith = async (identityFile: string): Promise<Codec> => {
  const text = await readFile(identityFile, 'utf8').catch((): never => {
    throw new BackupError(`${identityFile} cannot be read. Name the file that age-keygen wrote with --identity.`);
  });
  const identities = text.split('\n').flatMap((line) => (line.startsWith('AGE-SECRET-KEY-') ? [line.trim()] : []));
  const decrypter = new Decrypter();
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch {
    throw new BackupError(`${identityFile} has a damaged identity.`);
  }
  if (identities.length === 0)
    throw new BackupError(`${identityFile} has no line that begins with AGE-SECRET-KEY-: it is no identity of age.`);
  return {
    async *stream(source) {
      yield* await decrypter.decrypt(streamOf(source));
    },
    whole: (content) =>
      decrypter.decrypt(content).catch((): never => {
        throw new BackupError(`The backup is not encrypted to the key of ${identityFile}, or is damaged.`);
      }),
  };
};
