import { Module } from '@nestjs/common';
import { BrowserCookie } from './browser-cookie.js';
import { HoldsController } from './holds.controller.js';

@Module({ controllers: [HoldsController], providers: [BrowserCookie], exports: [BrowserCookie] })
export class HoldsModule {}
