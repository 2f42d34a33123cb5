import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TestLetter } from '@geodes/contracts';
import { LETTERS_CONFIG, type LettersConfig } from '../config.js';
import { appendLetter } from './append-letter.js';
import { LetterRow } from './letter.entity.js';
import { ownerEmail, ShopContact } from './shop-contact.js';

/** Letters that prove that the owner receives letters: each contains a code. */
@Injectable()
export class TestLetters {
  constructor(
    private readonly database: DataSource,
    private readonly shop: ShopContact,
    @Inject(LETTERS_CONFIG) private readonly config: LettersConfig,
  ) {}

  /** Writes a letter with the code, once. The relay sends it within about a second. */
  async send(code: string): Promise<TestLetter> {
    const { to, mailServer } = await this.recipient();
    if (to !== null && mailServer !== null) await appendLetter(this.database.manager, 'test', { id: code });
    return this.find(code);
  }

  async find(code: string): Promise<TestLetter> {
    const [recipient, letter] = await Promise.all([
      this.recipient(),
      this.database.getRepository(LetterRow).findOneBy({ kind: 'test', subjectId: code }),
    ]);
    return { ...recipient, state: letter?.state ?? null, lastError: letter?.lastError ?? null };
  }

  private async recipient(): Promise<Pick<TestLetter, 'to' | 'mailServer'>> {
    const { SMTP_URL } = this.config;
    const to = ownerEmail(this.config, await this.shop.read()) ?? null;
    return { to, mailServer: SMTP_URL === undefined ? null : new URL(SMTP_URL).hostname };
  }
}
