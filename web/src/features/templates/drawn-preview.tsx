import { useEffect, useRef } from 'react';
import type { Rectangle } from './draw-picture.js';
import styles from './template-page.module.css';

interface DrawnPreviewProps {
  /** Accessible description. */
  label: string;
  /** Size of the drawing, pixels. */
  width: number;
  height: number;
  /** Draws it; undefined while its resources load. */
  draw: ((context: CanvasRenderingContext2D) => void) | undefined;
  /** Preview pixels per drawing pixel. */
  scale?: number;
  /** Areas to mark over the preview; they are not part of the file. */
  marks?: readonly { name: string; at: Rectangle; look: 'safe' | 'covered' }[];
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

/** Previews the file, pixel for pixel, as wide as there is room. */
export const DrawnPreview = ({ label, width, height, draw, scale = 1, marks }: DrawnPreviewProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !draw) return;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    draw(context);
  }, [draw, scale, width, height]);
  return (
    <div className={styles.preview} aria-busy={!draw}>
      <canvas ref={canvas} width={width * scale} height={height * scale} role="img" aria-label={label} />
      {marks?.map(({ name, at, look }) => (
        <span
          key={name}
          className={styles[look]}
          style={{
            left: percent(at.x, width),
            top: percent(at.y, height),
            width: percent(at.width, width),
            height: percent(at.height, height),
          }}
        >
          <span>{name}</span>
        </span>
      ))}
    </div>
  );
};
