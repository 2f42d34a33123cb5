import { Global, Module } from '@nestjs/common';
import { RateLimits } from './rate-limits.js';
import { ReadyReplies } from './ready-replies.js';

/** What controllers of several features use. */
@Global()
@Module({ providers: [RateLimits, ReadyReplies], exports: [RateLimits, ReadyReplies] })
export class HttpModule {}
