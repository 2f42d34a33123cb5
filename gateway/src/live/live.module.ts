import { Module } from '@nestjs/common';
import { LiveController } from './live.controller.js';
import { LiveHub } from './live-hub.js';

@Module({ controllers: [LiveController], providers: [LiveHub], exports: [LiveHub] })
export class LiveModule {}
