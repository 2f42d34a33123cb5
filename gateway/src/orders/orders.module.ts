import { Module } from '@nestjs/common';
import { AdminOrdersController } from './admin-orders.controller.js';
import { OrdersController } from './orders.controller.js';

@Module({ controllers: [OrdersController, AdminOrdersController] })
export class OrdersModule {}
