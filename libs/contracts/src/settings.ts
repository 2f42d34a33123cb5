import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { trimmed } from './text.js';

/** What a process says of itself. Times are ISO 8601. */
export interface ProcessHealth {
  /** The shop's version that it runs. */
  version: string;
  startedAt: string;
  /** What it depends on, as its /health/ready asks it. */
  checks: { name: string; isWell: boolean }[];
}

/** `failing`: it answers, but something that it needs does not. `away`: it does not answer. */
export type PartState = 'well' | 'failing' | 'away';

/** A part of the shop as the owner sees it. */
export interface ShopPart {
  name: 'gateway' | 'catalog' | 'orders' | 'payments' | 'media' | 'postgres' | 'redis' | 'nats' | 'object-store';
  /** `process`: the shop's own. `server`: what it keeps its data in. */
  kind: 'process' | 'server';
  state: PartState;
  /** Of processes that answer. */
  version: string | null;
  startedAt: string | null;
  /** Of a process: which servers it does not reach. Of a server: which processes do not reach it. */
  failing: string[];
}

/** Reply of GET /api/admin/health. */
export interface ShopHealth {
  checkedAt: string;
  parts: ShopPart[];
}

/** One of the owner's open sessions. Times are ISO 8601. */
export interface AdminSession {
  /** Not the id in the cookie: it opens nothing. */
  id: string;
  /** What stands in the history of changes, such as `Chrome on Windows 3fa9c1`. */
  label: string;
  /** Roughly, from what the browser says of itself. */
  device: string;
  startedAt: string;
  lastUsedAt: string;
  /** The one that asks. */
  isCurrent: boolean;
}

/** Body of POST /api/admin/failed-events/{id}/drop. */
export class DropEventBody {
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(500) reason!: string;
}
