import type { VideoHost } from '@geodes/contracts';

const ID = /^[\w-]{1,64}$/;
const DIGITS = /^\d{1,20}$/;

/** Extracts the video id from any form of a YouTube URL. */
const youTubeId = ({ hostname, pathname, searchParams }: URL): string | undefined => {
  if (hostname === 'youtu.be') return pathname.slice(1);
  if (pathname === '/watch') return searchParams.get('v') ?? undefined;
  return /^\/(?:embed|shorts|live)\/([^/]+)\/?$/.exec(pathname)?.[1];
};

const youTube = (url: URL): string | null => {
  const id = youTubeId(url);
  if (!id || !ID.test(id)) return null;
  const host = url.hostname.endsWith('youtube-nocookie.com') ? 'www.youtube-nocookie.com' : 'www.youtube.com';
  return `https://${host}/embed/${id}${url.pathname.startsWith('/embed/') ? url.search : ''}`;
};

const vimeo = (url: URL): string | null => {
  const parts = url.pathname.split('/').filter(Boolean);
  const at = parts.findIndex((part) => DIGITS.test(part));
  if (at < 0) return null;
  if (url.hostname === 'player.vimeo.com') return `https://player.vimeo.com/video/${parts[at]}${url.search}`;
  // Unlisted videos have a second part in their URL.
  const key = parts[at + 1];
  return `https://player.vimeo.com/video/${parts[at]}${key && ID.test(key) ? `?h=${key}` : ''}`;
};

const HOSTS: Record<VideoHost, (url: URL) => string | null> = {
  'youtube.com': youTube,
  'www.youtube.com': youTube,
  'm.youtube.com': youTube,
  'youtu.be': youTube,
  'youtube-nocookie.com': youTube,
  'www.youtube-nocookie.com': youTube,
  'vimeo.com': vimeo,
  'www.vimeo.com': vimeo,
  'player.vimeo.com': vimeo,
};

/** A URL copied from a message often lacks the scheme. */
const withScheme = (text: string): string => (/^[\w.-]+\.(?:com|be)\//i.test(text) ? `https://${text}` : text);

/**
 * Returns the embed URL of a YouTube or Vimeo video, from any form of its URL. Returns null for other URLs, because a
 * frame could ask the visitor for anything.
 */
export const embedUrl = (videoUrl: string | null): string | null => {
  const text = videoUrl?.trim();
  if (!text) return null;
  try {
    const url = new URL(withScheme(text));
    const isPlain = /^https?:$/.test(url.protocol) && url.port === '' && url.username === '' && url.password === '';
    return (isPlain && Object.hasOwn(HOSTS, url.hostname) && HOSTS[url.hostname as VideoHost](url)) || null;
  } catch {
    return null;
  }
};
