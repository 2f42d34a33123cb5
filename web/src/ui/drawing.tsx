import { classNames } from './class-names.js';
import styles from './drawing.module.css';

export type DrawingName = 'hollow-stone' | 'hollow-stone-large' | 'opened-geode' | 'crystal-section';

/** An engraving in the colour of the ink. Decoration: it says nothing that the words beside it do not. */
export const Drawing = ({ name, className }: { name: DrawingName; className?: string }) => (
  <span className={classNames(styles.drawing, styles[name], className)} aria-hidden />
);
