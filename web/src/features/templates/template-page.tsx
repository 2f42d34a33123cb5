import { useEffect, useRef, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { Field } from '../../ui/field.js';
import { PageHead } from '../../ui/page-head.js';
import type { Rectangle } from './draw-picture.js';
import styles from './template-page.module.css';

const tools = [
  { to: '/logo-preview', label: 'Logos' },
  { to: '/ads', label: 'Ads' },
  { to: '/facebook-banner', label: 'Facebook banner' },
];

interface TemplatePageProps {
  title: string;
  lead: string;
  controls: ReactNode;
  /** The preview and its downloads. */
  children: ReactNode;
}

/** Layout of the owner's template tools: controls beside the result. */
export const TemplatePage = ({ title, lead, controls, children }: TemplatePageProps) => (
  <div className={`wrap ${styles.page}`}>
    <PageHead title={title}>
      <p className="lead">{lead}</p>
    </PageHead>
    <nav className={styles.tools} aria-label="Templates">
      {tools.map(({ to, label }) => (
        <NavLink key={to} to={to}>
          {label}
        </NavLink>
      ))}
    </nav>
    <div className={styles.bench}>
      <div className={styles.controls}>{controls}</div>
      <div className={styles.work}>{children}</div>
    </div>
  </div>
);

export interface TemplateText {
  headline: string;
  /** One line under the headline. */
  detail: string;
}

const MAX_LENGTH = 120;

/** The fields for the text of a template. */
export const TextControl = ({ text, onChange }: { text: TemplateText; onChange: (text: TemplateText) => void }) => (
  <div>
    <Field
      label="Headline"
      maxLength={MAX_LENGTH}
      value={text.headline}
      onChange={(event) => onChange({ ...text, headline: event.target.value })}
    />
    <Field
      label="Detail"
      maxLength={MAX_LENGTH}
      value={text.detail}
      onChange={(event) => onChange({ ...text, detail: event.target.value })}
    />
  </div>
);

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
