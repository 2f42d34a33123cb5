import { Module } from '@nestjs/common';
import { Exports } from './exports.js';
import { ExportsController } from './exports.controller.js';
import { GeodeImports } from './geode-imports.js';
import { ImportsController } from './imports.controller.js';

@Module({ controllers: [ExportsController, ImportsController], providers: [Exports, GeodeImports] })
export class SpreadsheetsModule {}
