import { Module } from '@nestjs/common';
import { Documents } from './documents.js';
import { SiteController } from './site.controller.js';
import { Template } from './template.js';

@Module({ controllers: [SiteController], providers: [Documents, Template] })
export class SiteModule {}
