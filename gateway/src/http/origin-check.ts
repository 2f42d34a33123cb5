/** What the browser says about where a request comes from. */
export interface Provenance {
  method: string;
  origin: string | undefined;
  secFetchSite: string | undefined;
}

const READS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * True where a request may go on. A state-changing one from another origin may not; one that names no origin at all
 * is no browser's cross-site request, so public calls let it pass, while the owner's calls want proof.
 */
export const isFromHere = (request: Provenance, ownOrigins: readonly string[], proofWanted: boolean): boolean => {
  if (READS.includes(request.method)) return true;
  if (request.origin !== undefined) return ownOrigins.includes(request.origin);
  if (request.secFetchSite === undefined) return !proofWanted;
  return request.secFetchSite === 'same-origin' || (!proofWanted && request.secFetchSite === 'none');
};
