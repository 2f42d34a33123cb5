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
