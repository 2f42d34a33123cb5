import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  type Nothing,
  ReleaseGeodes,
  type Reservation,
  ReserveGeodes,
  WithdrawGeodes,
  type WithdrawnGeodes,
} from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { StockService } from './stock.service.js';
import { Withdrawal } from './withdrawal.js';

@Controller()
export class StockController {
  constructor(
    private readonly stock: StockService,
    private readonly withdrawal: Withdrawal,
  ) {}

  @Handles('catalog.reserve-geodes')
  reserveGeodes(@Payload() command: ReserveGeodes): Promise<Reservation> {
    return this.stock.reserveGeodes(command);
  }

  @Handles('catalog.release-geodes')
  async releaseGeodes(@Payload() command: ReleaseGeodes): Promise<Nothing> {
    await this.stock.releaseGeodes(command);
    return {};
  }

  @Handles('catalog.withdraw-geodes')
  withdrawStones(@Payload() command: WithdrawGeodes): Promise<WithdrawnGeodes> {
    return this.withdrawal.withdraw(command);
  }
}
