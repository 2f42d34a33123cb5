import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { DataSource } from 'typeorm';
import {
  AskQuestion,
  type LetterList,
  ListLetters,
  type Nothing,
  orderNumber,
  RetryLetter,
  type TestLetter,
  TestLetterCode,
} from '@geodes/contracts';
import { Bus, Handles } from '@geodes/kit';
import { OrdersConfig } from '../config.js';
import { appendLetter, LetterStore } from './letter-store.js';
import { LetterRow } from './letter.entity.js';
import { ownerEmail, readShop } from './compose-letter.js';

@Controller()
export class LettersController {
  constructor(
    private readonly database: DataSource,
    private readonly store: LetterStore,
    private readonly bus: Bus,
    private readonly config: OrdersConfig,
  ) {}

  @Handles('orders.list-letters')
  async list(@Payload() { limit }: ListLetters): Promise<LetterList> {
    const { letters, counts } = await this.store.list(limit);
    return {
      letters: letters.map(({ createdAt, nextTryAt, ...letter }) => ({
        ...letter,
        orderNumber: letter.orderId && orderNumber(letter.orderId),
        createdAt: createdAt.toISOString(),
        nextTryAt: letter.state === 'waiting' ? nextTryAt.toISOString() : null,
      })),
      counts,
      hasMailServer: this.config.SMTP_URL !== undefined,
    };
  }

  /** Throws NOT_FOUND; CHANGED if the letter is sent or waits. */
  @Handles('orders.retry-letter')
  async retry(@Payload() { id }: RetryLetter): Promise<{ retried: number }> {
    return { retried: await this.store.retry(id) };
  }

  @Handles('orders.ask-question')
  async ask(@Payload() { id, ...question }: AskQuestion): Promise<Nothing> {
    await appendLetter(this.database.manager, 'question', { id, question });
    return {};
  }

  /**
   * Writes a letter with the code, once: it proves that the owner receives letters. The relay sends it within about a
   * second.
   */
  @Handles('orders.send-test-letter')
  async sendTest(@Payload() { code }: TestLetterCode): Promise<TestLetter> {
    const { to, mailServer } = await this.recipient();
    if (to !== null && mailServer !== null) await appendLetter(this.database.manager, 'test', { id: code });
    return this.findTest({ code });
  }

  @Handles('orders.find-test-letter')
  async findTest(@Payload() { code }: TestLetterCode): Promise<TestLetter> {
    const [recipient, letter] = await Promise.all([
      this.recipient(),
      this.database.getRepository(LetterRow).findOneBy({ kind: 'test', subjectId: code }),
    ]);
    return { ...recipient, state: letter?.state ?? null, lastError: letter?.lastError ?? null };
  }

  private async recipient(): Promise<Pick<TestLetter, 'to' | 'mailServer'>> {
    const { SMTP_URL } = this.config;
    const to = ownerEmail(this.config, await readShop(this.bus, this.config, { assumed: true })) ?? null;
    return { to, mailServer: SMTP_URL === undefined ? null : new URL(SMTP_URL).hostname };
  }
}
