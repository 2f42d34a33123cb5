import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type LiveEvents, LiveSince } from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { LiveService } from './live.service.js';

@Controller()
export class LiveController {
  constructor(private readonly live: LiveService) {}

  @Handles('catalog.live-events')
  since(@Payload() query: LiveSince): Promise<LiveEvents> {
    return this.live.since(query);
  }
}
