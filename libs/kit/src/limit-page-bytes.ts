/** Far below the 8 MB message limit configured in NATS, so that pages stay fast. */
const MAX_BYTES = 500_000;

/** Returns as many leading rows as fit into 500,000 bytes of JSON, but at least one if there are any. */
export const limitPageBytes = <T>(rows: readonly T[]): T[] => {
  let bytes = 0;
  const over = rows.findIndex((row) => (bytes += Buffer.byteLength(JSON.stringify(row)) + 1) > MAX_BYTES);
  return rows.slice(0, over < 0 ? rows.length : Math.max(1, over));
};
