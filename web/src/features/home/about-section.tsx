import { classNames } from '../../ui/class-names.js';
import { Drawing } from '../../ui/drawing.js';
import { TextLink } from '../../ui/button.js';
import styles from './about-section.module.css';

/** Parts of a geode, with where each is marked in the wide figure (`far`) and in the narrow one (`near`). */
const parts = [
  { letter: 'a', name: 'Rind', far: { x: 462, y: 63 }, near: { x: 444, y: 61 } },
  { letter: 'b', name: 'Chalcedony bands', far: { x: 500, y: 173 }, near: { x: 470, y: 175 } },
  { letter: 'c', name: 'Quartz points', far: { x: 478, y: 343 }, near: { x: 454, y: 355 } },
  {
    letter: 'd',
    name: 'The hollow',
    far: { x: 88, y: 409, textAnchor: 'end' },
    near: { x: 52, y: 405, textAnchor: 'end' },
  },
] as const;

const names = parts.map(({ name }) => name).join(', ');

/** Explains geodes with a labelled figure: labels beside its lines on wide screens, else in a caption. */
export const AboutSection = ({ band }: { band?: boolean }) => (
  <section className={classNames('section', band && 'band')} id="about" aria-label="About geodes">
    <div className={`wrap ${styles.about}`}>
      <figure className={styles.figure}>
        <div className={styles.plate} role="img" aria-label={`A geode cut open. Parts: ${names}.`}>
          <Drawing name="opened-geode" className={styles.stone} />
          <svg className={classNames(styles.marks, styles.far)} viewBox="0 0 640 440" fill="none" aria-hidden>
            <path
              stroke="currentColor"
              strokeWidth=".8"
              d="M349.4 99.9 454 58M393.5 187.9 492 168M341.8 284 470 338M233.6 245.3 96 404"
            />
            <Dots radius={2.6} />
            {parts.map(({ name, far }) => (
              <text key={name} className={styles.name} {...far}>
                {name}
              </text>
            ))}
          </svg>
          <svg className={classNames(styles.marks, styles.near)} viewBox="0 0 500 440" fill="none" aria-hidden>
            <path
              stroke="currentColor"
              d="M349.4 99.9 436 52M393.5 187.9 462 166M341.8 284 446 346M233.6 245.3 62 396"
            />
            <Dots radius={3.4} />
            {parts.map(({ letter, near }) => (
              <text key={letter} {...near}>
                {letter}
              </text>
            ))}
          </svg>
        </div>
        <figcaption className={styles.caption}>
          {parts.map(({ letter, name }) => (
            <span key={letter}>
              <i>{letter}</i> {name}
            </span>
          ))}
        </figcaption>
      </figure>
      <div className={styles.copy}>
        <h2>A plain stone, until it is opened</h2>
        <p className="lead">
          From outside a geode is a grey, rough ball. Inside, mineral-rich water has lined the hollow: first with
          chalcedony in fine bands, then with quartz points that grow towards the middle.
        </p>
        <p>
          The country round Keokuk and Hamilton, where Iowa and Illinois meet at the river, is among the best-known
          places on earth to find them. No two hollows are alike, and so nothing here is ever in stock twice.
        </p>
        <TextLink to="/our-story">Our Story</TextLink>
      </div>
    </div>
  </section>
);

const Dots = ({ radius }: { radius: number }) => (
  <g fill="currentColor">
    <circle cx="349.4" cy="99.9" r={radius} />
    <circle cx="393.5" cy="187.9" r={radius} />
    <circle cx="341.8" cy="284" r={radius} />
    <circle cx="233.6" cy="245.3" r={radius} />
  </g>
);
