/** Far less than the 8 MB that NATS is told to take in one message: nobody waits long for a page. */
const MAX_BYTES = 500_000;

/** The first of these rows, as many as one message takes as JSON: at least one, where there is one. */
export const limitPageBytes = <T>(rows: readonly T[]): T[] => {
  let bytes = 0;
  const over = rows.findIndex((row) => (bytes += Buffer.byteLength(JSON.stringify(row)) + 1) > MAX_BYTES);
  return rows.slice(0, over < 0 ? rows.length : Math.max(1, over));
};
