import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { trimmed } from './text.js';

/** Version, start and health checks of a process. Times are ISO 8601. */
export interface ProcessHealth {
  /** The shop version of the process. */
  version: string;
  startedAt: string;
  /** The checks of its /health/ready. */
  checks: { name: string; isWell: boolean }[];
}

/** `failing`: it responds, but one of its dependencies fails. `away`: it does not respond. */
export type PartState = 'well' | 'failing' | 'away';

/** A component of the shop in the panel. */
export interface ShopPart {
  name: 'gateway' | 'catalog' | 'orders' | 'payments' | 'media' | 'postgres' | 'redis' | 'nats' | 'object-store';
  /** `process`: one of the shop's own. `server`: a store or message broker. */
  kind: 'process' | 'server';
  state: PartState;
  /** Null for servers and for processes that do not respond. */
  version: string | null;
  startedAt: string | null;
  /** For a process: unreachable servers. For a server: processes that cannot reach it. */
  failing: string[];
}

/** Reply of GET /api/admin/health. */
export interface ShopHealth {
  checkedAt: string;
  parts: ShopPart[];
}

/** Reply of GET /api/admin/declined-cards: the trying of stolen cards, as the owner sees it. */
export interface DeclinedCards {
  /** Of the last ten minutes. */
  declined: number;
  paid: number;
  /** True while every order needs a challenge. */
  isEveryoneChallenged: boolean;
  /** Addresses, browsers and emails locked out in the last hour. */
  lockedOut: number;
}

/** One of the owner's open sessions. Times are ISO 8601. */
export interface AdminSession {
  /** A public id, not the secret one in the cookie. */
  id: string;
  /** The label in audit log entries, such as `Chrome on Windows 3fa9c1`. */
  label: string;
  /** Derived from the User-Agent header. */
  device: string;
  startedAt: string;
  lastUsedAt: string;
  /** True for the session of this request. */
  isCurrent: boolean;
}

/** Body of POST /api/admin/failed-events/{id}/drop. */
export class DropEventBody {
  @trimmed() @IsString() @IsNotEmpty() @MaxLength(500) reason!: string;
}
