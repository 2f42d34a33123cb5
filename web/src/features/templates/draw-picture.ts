export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What a picture place shows: a photograph that fills it, or a drawing that stands in it. */
export interface Shown {
  image: CanvasImageSource;
  width: number;
  height: number;
  kind: 'photograph' | 'drawing';
}

/** The part of a picture that fills a place without leaving any of it empty; the middle is kept. */
export const coverOf = (picture: { width: number; height: number }, place: Rectangle): Rectangle => {
  const scale = Math.max(place.width / picture.width, place.height / picture.height);
  const width = place.width / scale;
  const height = place.height / scale;
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height };
};

/** Where a drawing stands as large as it can within a place, in its middle. */
export const containOf = (picture: { width: number; height: number }, place: Rectangle): Rectangle => {
  const scale = Math.min(place.width / picture.width, place.height / picture.height);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { x: place.x + (place.width - width) / 2, y: place.y + (place.height - height) / 2, width, height };
};

/** Draws a picture into its place, on a plate. `inset` keeps a drawing away from the edge, pixels. */
export const drawPicture = (
  context: CanvasRenderingContext2D,
  shown: Shown | undefined,
  place: Rectangle,
  plate: string,
  inset: number,
): void => {
  context.fillStyle = plate;
  context.fillRect(place.x, place.y, place.width, place.height);
  if (!shown) return;
  if (shown.kind === 'photograph') {
    const part = coverOf(shown, place);
    context.drawImage(
      shown.image,
      part.x,
      part.y,
      part.width,
      part.height,
      place.x,
      place.y,
      place.width,
      place.height,
    );
    return;
  }
  const room = {
    x: place.x + inset,
    y: place.y + inset,
    width: place.width - 2 * inset,
    height: place.height - 2 * inset,
  };
  const { x, y, width, height } = containOf(shown, room);
  context.drawImage(shown.image, x, y, width, height);
};
