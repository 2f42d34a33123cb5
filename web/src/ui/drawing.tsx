import { classNames } from './class-names.js';
import styles from './drawing.module.css';

type DrawingName = 'hollow-stone' | 'hollow-stone-large' | 'opened-geode' | 'crystal-section';

/** A decorative engraving in the ink colour, hidden from screen readers. */
export const Drawing = ({ name, className }: { name: DrawingName; className?: string }) => (
  <span className={classNames(styles.drawing, styles[name], className)} aria-hidden />
);
