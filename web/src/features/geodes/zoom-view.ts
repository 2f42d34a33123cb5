/** How an enlarged picture lies in its frame: scale, and shift in pixels from the middle. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

export const fitted: View = { scale: 1, x: 0, y: 0 };

const allowed = (scale: number): number => Math.min(4, Math.max(1, scale));

/** Keeps the scale within bounds and the picture's edges outside the frame's middle half. */
export const bounded = (view: View, width: number, height: number): View => {
  const scale = allowed(view.scale);
  const limit = (size: number) => ((scale - 1) * size) / 2;
  const clamp = (value: number, size: number) => Math.min(limit(size), Math.max(-limit(size), value));
  return { scale, x: clamp(view.x, width), y: clamp(view.y, height) };
};

/** Enlarged so that the place under the pointer shows the same place of the picture. Pointer as parts (0 to 1). */
export const following = (px: number, py: number, width: number, height: number, wanted: number): View => {
  const scale = allowed(wanted);
  return bounded({ scale, x: (0.5 - px) * (scale - 1) * width, y: (0.5 - py) * (scale - 1) * height }, width, height);
};

/** The scale after the wheel was turned by `delta` pixels: upwards enlarges. */
export const wheeled = (scale: number, delta: number): number => allowed(scale * Math.exp(-delta / 500));

/** The view after two fingers moved: `ratio` of their distances, and the shift of their middle in pixels. */
export const pinched = (view: View, ratio: number, dx: number, dy: number, width: number, height: number): View =>
  bounded({ scale: view.scale * ratio, x: view.x * ratio + dx, y: view.y * ratio + dy }, width, height);
