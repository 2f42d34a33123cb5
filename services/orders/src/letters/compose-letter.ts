import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Bus } from '@geodes/kit';
import { cleanLine, type ShopDetails } from '@geodes/contracts';
import { OrdersConfig } from '../config.js';
import { loadItemsAndRefunds } from '../orders/order-records.js';
import { Order, SENT } from '../orders/order.entity.js';
import { OrderRefund } from '../refunds/order-refund.entity.js';
import { type LetterContent, type LetterFooter, renderText } from './content/content.js';
import { orderPaidLetter, orderShippedLetter, refundLetter, saleReminderLetter } from './content/buyer-letters.js';
import { newOrderLetter, paymentReviewLetter, questionLetter, testLetter } from './content/owner-letters.js';
import type { ClaimedLetter } from './letter-store.js';
import type { Mail } from './mailer.js';
import { REMINDER_SECONDS, SaleReminders } from './sale-reminders.js';

const TIMEOUT_MS = 2_000;

/** Reads what the owner says about the shop. Throws if catalog is away, unless another contact email may be `assumed`. */
export const readShop = async (
  bus: Bus,
  { CONTACT_EMAIL }: OrdersConfig,
  { assumed }: { assumed: boolean },
): Promise<LetterFooter> => {
  const details: ShopDetails = await bus
    .call('catalog.get-shop-details', {}, { timeoutMs: TIMEOUT_MS })
    .catch((error: unknown) => {
      if (assumed) return {};
      throw error;
    });
  return { ...details, contactEmail: details.contactEmail ?? CONTACT_EMAIL };
};

/** Returns who receives the owner's letters, or undefined if they are not sent. */
export const ownerEmail = ({ OWNER_EMAIL }: OrdersConfig, { contactEmail }: LetterFooter): string | undefined =>
  OWNER_EMAIL === 'none' ? undefined : (OWNER_EMAIL ?? contactEmail);

const SHOP = 'Midwest Geodes';
/** Emails of erased buyers end so. */
const ERASED = '@erased.invalid';

/** Why a letter cannot be sent to anyone. */
interface NoRecipient {
  noRecipient: string;
}

type Draft = { content: LetterContent; replyTo?: Mail['replyTo'] } & ({ to: string } | { toOwner: true });

/** Builds letters from the current rows. */
@Injectable()
export class LetterComposer {
  private readonly origin: string;

  constructor(
    private readonly database: DataSource,
    private readonly bus: Bus,
    private readonly reminders: SaleReminders,
    private readonly config: OrdersConfig,
  ) {
    this.origin = new URL(config.PUBLIC_URL).origin;
  }

  /** Throws if the database, payments or catalog is away. */
  async compose(letter: ClaimedLetter): Promise<Mail | NoRecipient> {
    const draft = await this.draft(letter);
    if ('noRecipient' in draft) return draft;
    const { MAIL_FROM, PUBLIC_URL } = this.config;
    const isToContact = !('to' in draft) && this.config.OWNER_EMAIL === undefined;
    const details = await readShop(this.bus, this.config, { assumed: !isToContact });
    const to = 'to' in draft ? draft.to : ownerEmail(this.config, details);
    if (to === undefined) return { noRecipient: 'OWNER_EMAIL is none.' };
    // Loads React with the first letter, so that an idle process stays small.
    const { renderHtml } = await import('./content/render-html.js');
    const { content, replyTo } = draft;
    return {
      kind: letter.kind,
      messageId: `${letter.id}@${new URL(PUBLIC_URL).hostname}`,
      from: senderOf(cleanLine(MAIL_FROM ?? details.contactEmail)),
      to,
      // a line break would end the header; names and titles of earlier releases may have some
      ...(replyTo && { replyTo: { ...replyTo, name: cleanLine(replyTo.name) } }),
      subject: cleanLine(content.subject),
      html: renderHtml(content, details, this.origin),
      text: renderText(content, details),
    };
  }

  private async draft({ kind, subjectId, orderId, question }: ClaimedLetter): Promise<Draft | NoRecipient> {
    if (kind === 'test') return { toOwner: true, content: testLetter(subjectId) };
    if (kind === 'question') {
      if (!question) return { noRecipient: 'The question was erased.' };
      const replyTo = { name: question.name, address: question.email };
      return { toOwner: true, replyTo, content: questionLetter(question, this.origin) };
    }
    if (kind === 'payment-review') {
      const { differences } = await this.bus.call('payments.differences', {});
      const difference = differences.find(({ id, state }) => id === subjectId && state === 'open');
      if (!difference) return { noRecipient: 'The payment needs no look any more.' };
      return { toOwner: true, content: paymentReviewLetter(difference, this.origin) };
    }
    if (kind === 'sale-reminder') return this.draftReminder(subjectId);
    const order = await this.findOrder(orderId ?? subjectId);
    if (!order) return { noRecipient: 'There is no such order.' };
    if ((kind === 'order-paid' || kind === 'new-order') && order.status === 'cancelled')
      return { noRecipient: 'The order was cancelled.' };
    if (kind === 'new-order') return { toOwner: true, content: newOrderLetter(order, this.origin) };
    if (order.email.endsWith(ERASED)) return { noRecipient: 'The buyer was erased.' };
    const { email: to } = order;
    if (kind === 'order-paid') return { to, content: orderPaidLetter(order, this.origin) };
    if (kind === 'order-shipped') {
      if (!SENT.includes(order.status)) return { noRecipient: 'The order was not shipped.' };
      return { to, content: orderShippedLetter(order, this.origin) };
    }
    const refund = await this.database.getRepository(OrderRefund).findOneBy({ id: subjectId });
    // Square may fail a refund that it has completed, while the letter waits
    if (refund?.state !== 'completed') return { noRecipient: 'The refund was not made.' };
    return { to, content: refundLetter(order, refund.amountCents) };
  }

  private async draftReminder(subjectId: string): Promise<Draft | NoRecipient> {
    const { reminder, instant } = await this.reminders.find(subjectId);
    if (!reminder) return { noRecipient: 'The reminder was erased.' };
    const { geodes } = await this.bus.call('catalog.list-openings', {
      withinSeconds: REMINDER_SECONDS,
      geodeIds: [reminder.geodeId],
    });
    const opening = geodes.find(({ id, availableFrom }) => id === reminder.geodeId && availableFrom === instant);
    if (!opening) {
      await this.reminders.reopen(reminder);
      return { noRecipient: 'The geode does not go on sale then any more.' };
    }
    return { to: reminder.email, content: saleReminderLetter(opening, this.origin) };
  }

  private async findOrder(id: string): Promise<Order | undefined> {
    const found = await this.database.getRepository(Order).findBy({ id });
    const [order] = await loadItemsAndRefunds(this.database, found);
    return order;
  }
}

/** Splits `Shop <shop@example.com>`, whose name may have a comma; an email alone gets the shop's name. */
const senderOf = (sender: string): Mail['from'] => {
  const [, name, address] = /^(.*?)\s*<(.+)>$/.exec(sender) ?? [];
  return { name: name || SHOP, address: address ?? sender };
};
