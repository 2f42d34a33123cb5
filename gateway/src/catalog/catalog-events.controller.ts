import { Controller } from '@nestjs/common';
import type { Events } from '@geodes/contracts';
import { Hears } from '@geodes/kit';
import { LiveHub } from '../live/live-hub.js';
import { ReadyReplies } from '../http/ready-replies.js';

/** Every gateway hears that the catalogue changed, forgets what it kept ready, and looks what to tell its browsers. */
@Controller()
export class CatalogEventsController {
  constructor(
    private readonly replies: ReadyReplies,
    private readonly hub: LiveHub,
  ) {}

  @Hears('catalog.changed')
  changed(_event: Events['catalog.changed']): void {
    this.replies.drop();
    this.hub.look();
  }
}
