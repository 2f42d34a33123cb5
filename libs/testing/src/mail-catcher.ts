import { bodyOf, send } from './shop-client.js';
import { eventually } from './polling.js';

/** A letter that the mail catcher keeps. */
export interface CaughtLetter {
  /** The file's name without `.eml`. */
  name: string;
  messageId: string;
  from: string;
  to: string[];
  subject: string;
  /** The shop's name for it, such as `order-paid`; empty for other letters. */
  kind: string;
  text: string;
  html: string;
}

/** Reads the letters that a shop sent to its mail catcher. */
export class MailCatcher {
  constructor(readonly url: string) {}

  /** Lists the last letters, newest first, optionally those to one address. */
  async letters(to?: string): Promise<CaughtLetter[]> {
    return (await this.call<{ letters: CaughtLetter[] }>('GET', new URLSearchParams(to ? { to } : {}))).letters;
  }

  /** Waits for a letter to an address, optionally with a matching subject. */
  letter(to: string, subject = /^/, timeoutMs = 30_000): Promise<CaughtLetter> {
    const find = async () => (await this.letters(to)).find((letter) => subject.test(letter.subject));
    return eventually(`A letter about ${subject} to ${to}`, find, timeoutMs, 200);
  }

  /** Deletes the letters of an address; returns their number. */
  async deleteFor(to: string): Promise<number> {
    return (await this.call<{ deleted: number }>('DELETE', new URLSearchParams({ to }))).deleted;
  }

  private async call<T>(method: string, query: URLSearchParams): Promise<T> {
    return bodyOf<T>(await send(method, `${this.url}/letters?${query}`, { timeoutMs: 15_000 }));
  }
}
