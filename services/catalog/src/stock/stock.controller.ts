import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  CheckCarts,
  type CheckedCarts,
  type Nothing,
  ReleaseGeodes,
  type Reservation,
  ReserveGeodes,
} from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { StockService } from './stock.service.js';

@Controller()
export class StockController {
  constructor(private readonly stock: StockService) {}

  @Handles('catalog.check-carts')
  checkCarts(@Payload() query: CheckCarts): Promise<CheckedCarts> {
    return this.stock.checkCarts(query);
  }

  @Handles('catalog.reserve-geodes')
  reserveGeodes(@Payload() command: ReserveGeodes): Promise<Reservation> {
    return this.stock.reserveGeodes(command);
  }

  @Handles('catalog.release-geodes')
  async releaseGeodes(@Payload() command: ReleaseGeodes): Promise<Nothing> {
    await this.stock.releaseGeodes(command);
    return {};
  }
}
