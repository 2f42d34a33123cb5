/** 2026-11-21 14:05:09, by this machine's clock and time zone. */
export const localTime = (iso: string): string => new Date(iso).toLocaleString('sv-SE');
