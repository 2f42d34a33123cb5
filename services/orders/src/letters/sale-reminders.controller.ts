import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { AskReminder, type Nothing } from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { SaleReminders } from './sale-reminders.js';

@Controller()
export class SaleRemindersController {
  constructor(private readonly reminders: SaleReminders) {}

  @Handles('orders.ask-reminder')
  async ask(@Payload() reminder: AskReminder): Promise<Nothing> {
    await this.reminders.ask(reminder);
    return {};
  }
}
