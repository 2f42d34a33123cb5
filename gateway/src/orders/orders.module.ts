import { Module } from '@nestjs/common';
import { DeclinesModule } from '../declines/declines.module.js';
import { HoldsModule } from '../holds/holds.module.js';
import { OrderPlacement } from './order-placement.js';
import { OrdersController } from './orders.controller.js';
import { OwnerOrdersController } from './owner-orders.controller.js';
import { RefundsController } from './refunds.controller.js';
import { UnconfirmedOrders } from './unconfirmed-orders.js';

@Module({
  imports: [DeclinesModule, HoldsModule],
  controllers: [OrdersController, OwnerOrdersController, RefundsController],
  providers: [OrderPlacement, UnconfirmedOrders],
})
export class OrdersModule {}
