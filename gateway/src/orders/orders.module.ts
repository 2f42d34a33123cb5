import { Module } from '@nestjs/common';
import { HoldsModule } from '../holds/holds.module.js';
import { AdminOrdersController } from './admin-orders.controller.js';
import { OrdersController } from './orders.controller.js';

@Module({ imports: [HoldsModule], controllers: [OrdersController, AdminOrdersController] })
export class OrdersModule {}
