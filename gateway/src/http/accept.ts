/** Returns the names in an Accept or Accept-Encoding header with a quality above 0, without wildcards. */
export const acceptedNames = (header: string | undefined): Set<string> => {
  const names = new Set<string>();
  for (const part of (header ?? '').split(',', 50)) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '');
    if (name !== '' && !name.includes('*') && Number(quality ?? 1) > 0) names.add(name);
  }
  return names;
};

export type Encoding = 'br' | 'gzip';

/** Returns the best compression that the client accepts; undefined for none. */
export const preferredEncoding = (acceptEncoding: string | undefined): Encoding | undefined => {
  const names = acceptedNames(acceptEncoding);
  return names.has('br') ? 'br' : names.has('gzip') ? 'gzip' : undefined;
};

/** True if If-None-Match names this ETag. Weak and strong ETags compare alike (RFC 9110 13.1.2). */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean => {
  if (!ifNoneMatch) return false;
  const bare = etag.replace(/^W\//, '');
  return ifNoneMatch
    .split(',')
    .map((part) => part.trim())
    .some((part) => part === '*' || part.replace(/^W\//, '') === bare);
};
