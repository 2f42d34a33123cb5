import { Controller } from '@nestjs/common';
import type { Events } from '@geodes/contracts';
import { HandlesEvent } from '@geodes/kit';
import { LiveHub } from '../live/live-hub.js';
import { ResponseCache } from '../http/response-cache.js';

/** Every gateway hears that the catalogue changed, forgets what it kept ready, and looks what to tell its browsers. */
@Controller()
export class CatalogEventsController {
  constructor(
    private readonly replies: ResponseCache,
    private readonly hub: LiveHub,
  ) {}

  @HandlesEvent('catalog.changed')
  changed(_event: Events['catalog.changed']): void {
    this.replies.drop();
    this.hub.look();
  }
}
