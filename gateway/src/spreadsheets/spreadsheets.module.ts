import { Module } from '@nestjs/common';
import { Exports } from './exports.js';
import { ExportsController } from './exports.controller.js';
import { GeodeImports } from './geode-imports.js';
import { ImportsController } from './imports.controller.js';
import { TrackingImports } from './tracking-imports.js';
import { TrackingImportsController } from './tracking-imports.controller.js';

@Module({
  controllers: [ExportsController, ImportsController, TrackingImportsController],
  providers: [Exports, GeodeImports, TrackingImports],
})
export class SpreadsheetsModule {}
