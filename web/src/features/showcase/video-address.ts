/** An address that may be shown in a frame: an absolute one over https. Null for any other. */
export const videoAddress = (videoUrl: string | null): string | null => {
  if (!videoUrl) return null;
  try {
    const url = new URL(videoUrl);
    return url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
};
