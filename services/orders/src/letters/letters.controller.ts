import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { DataSource } from 'typeorm';
import { AskQuestion, type LetterList, ListLetters, type Nothing, RetryLetter } from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { LETTERS_CONFIG, type LettersConfig } from '../config.js';
import { orderNumber } from '../orders/order.entity.js';
import { appendLetter } from './append-letter.js';
import { LetterStore } from './letter-store.js';

@Controller()
export class LettersController {
  constructor(
    private readonly database: DataSource,
    private readonly store: LetterStore,
    @Inject(LETTERS_CONFIG) private readonly config: LettersConfig,
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
}
