import { Global, Module } from '@nestjs/common';
import { RateLimits } from './rate-limits.js';
import { ResponseCache } from './response-cache.js';

/** What controllers of several features use. */
@Global()
@Module({ providers: [RateLimits, ResponseCache], exports: [RateLimits, ResponseCache] })
export class HttpModule {}
