import { IsOptional } from 'class-validator';
import { MAX_PAGE, numberInText, type Paging, uuid } from './text.js';

/** What was done to an entity. */
export type AuditAction = 'created' | 'imported' | 'edited' | 'deleted' | 'archived' | 'hold-ended' | 'erased';

/** A field's value in the audit log. Long texts and lists are cut. */
export type AuditValue = string | number | boolean | null | string[];

export interface ChangedField {
  field: string;
  before: AuditValue;
  after: AuditValue;
}

/** One change of a geode, an order, a showcase item or the shop's details. */
export interface AuditEntry {
  id: string;
  /** ISO 8601. */
  at: string;
  action: AuditAction;
  fields: ChangedField[];
  /** The owner's session, such as `Chrome on Windows 3fa9c1`; null if no session requested the change. */
  session: string | null;
  requestId: string;
}

/** Query of GET /api/admin/{geodes, orders, showcase}/{id}/history and GET /api/admin/shop-details/history. */
export class HistoryQuery {
  @IsOptional() @numberInText(1, MAX_PAGE) page: number = 1;
  @IsOptional() @numberInText(1, 100) limit: number = 20;
}

export class ListAuditEntries extends HistoryQuery {
  @uuid() id!: string;
}

/** Newest first. */
export interface HistoryPage extends Paging {
  changes: AuditEntry[];
}
