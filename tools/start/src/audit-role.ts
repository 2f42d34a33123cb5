/** Reads what the audit compares and can change nothing. */
export const AUDIT_ROLE = 'geodes_audit';
