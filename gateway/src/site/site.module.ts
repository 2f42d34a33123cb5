import { Module } from '@nestjs/common';
import { LiveModule } from '../live/live.module.js';
import { Documents } from './documents.js';
import { Pages } from './pages.js';
import { SiteController } from './site.controller.js';
import { Template } from './template.js';

@Module({ imports: [LiveModule], controllers: [SiteController], providers: [Documents, Pages, Template] })
export class SiteModule {}
