import { Controller } from '@nestjs/common';
import type { Events } from '@geodes/contracts';
import { Hears } from '@geodes/kit';
import { ReadyReplies } from '../http/ready-replies.js';

/** Every gateway hears that the catalogue changed, and forgets what it kept ready. */
@Controller()
export class CatalogEventsController {
  constructor(private readonly replies: ReadyReplies) {}

  @Hears('catalog.changed')
  changed(_event: Events['catalog.changed']): void {
    this.replies.drop();
  }
}
