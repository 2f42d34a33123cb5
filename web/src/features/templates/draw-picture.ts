export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A picture to draw: a photograph fills its area, a drawing fits into it. */
export interface Shown {
  image: CanvasImageSource;
  width: number;
  height: number;
  kind: 'photograph' | 'drawing';
}

/** Returns the centred part of a picture that fills an area completely. */
export const coverOf = (picture: Pick<Rectangle, 'width' | 'height'>, place: Rectangle): Rectangle => {
  const scale = Math.max(place.width / picture.width, place.height / picture.height);
  const width = place.width / scale;
  const height = place.height / scale;
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height };
};

/** Returns the largest centred rectangle for a drawing within an area. */
export const containOf = (picture: Pick<Rectangle, 'width' | 'height'>, place: Rectangle): Rectangle => {
  const scale = Math.min(place.width / picture.width, place.height / picture.height);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { x: place.x + (place.width - width) / 2, y: place.y + (place.height - height) / 2, width, height };
};

const sides = ({ x, y, width, height }: Rectangle) => [x, y, width, height] as const;

/** Draws a picture into an area, on a plate. `inset` is the margin of drawings, pixels. */
export const drawPicture = (
  context: CanvasRenderingContext2D,
  shown: Shown | undefined,
  place: Rectangle,
  plate: string,
  inset: number,
): void => {
  context.fillStyle = plate;
  context.fillRect(...sides(place));
  if (!shown) return;
  if (shown.kind === 'photograph') {
    context.drawImage(shown.image, ...sides(coverOf(shown, place)), ...sides(place));
    return;
  }
  const room = {
    x: place.x + inset,
    y: place.y + inset,
    width: place.width - 2 * inset,
    height: place.height - 2 * inset,
  };
  context.drawImage(shown.image, ...sides(containOf(shown, room)));
};
