import type { Logo, Paint } from './logos.js';

interface LogoDrawingProps {
  logo: Logo;
  /** Else those of the page. */
  colours?: Record<Paint, string>;
  /** What it is, where it is not decoration. */
  label?: string;
  className?: string;
}

const ofPage: Record<Paint, string> = { ink: 'var(--ink)', accent: 'var(--accent)', ground: 'var(--logo-ground)' };

export const LogoDrawing = ({ logo, colours = ofPage, label, className }: LogoDrawingProps) => (
  <svg
    className={className}
    viewBox={`0 0 ${logo.width} ${logo.height}`}
    role={label ? 'img' : undefined}
    aria-label={label}
    aria-hidden={!label}
  >
    {logo.shapes.map(({ d, fill, stroke, width, at }, index) => (
      <path
        key={index}
        d={d}
        fill={fill ? colours[fill] : 'none'}
        stroke={stroke ? colours[stroke] : 'none'}
        strokeWidth={width}
        strokeLinejoin="round"
        strokeLinecap="round"
        transform={at && `translate(${at[0]} ${at[1]}) scale(${at[2]})`}
      />
    ))}
  </svg>
);
