import type { Geode } from '@geodes/contracts';
import type { MouseEvent } from 'react';
import { buttonClass } from '../../ui/button.js';
import { Drawing } from '../../ui/drawing.js';
import { Picture } from '../../ui/picture.js';
import { scrollToId } from '../../app/keep-scroll.js';
import styles from './hero.module.css';

const goTo = (id: string) => (event: MouseEvent) => {
  event.preventDefault();
  scrollToId(id);
};

interface HeroProps {
  /** The geode to show with its label; null if there is none, undefined while loading. */
  geode: Geode | null | undefined;
}

export const Hero = ({ geode }: HeroProps) => (
  <section className={styles.hero} aria-label="Welcome">
    <div className={styles.say}>
      <h1 className={styles.title}>
        <span>Found once. </span>
        <span>Sold once.</span>
      </h1>
      <p>
        Premium Midwest specimens from Keokuk, Iowa and Hamilton, Illinois. Each geode is unique, so only one person can
        own it.
      </p>
      <div className={styles.act}>
        <a className={buttonClass('primary')} href="#gallery" onClick={goTo('gallery')}>
          Browse Collection
        </a>
        <a className={buttonClass('secondary')} href="#about" onClick={goTo('about')}>
          Learn More
        </a>
      </div>
    </div>
    <figure className={styles.figure}>
      {geode && (
        <>
          <Picture
            src={geode.imageUrls[1] ?? geode.imageUrl}
            alt={geode.title}
            sizes="(min-width: 1024px) 57vw, (min-width: 768px) 50vw, 88vw"
            load="first"
          />
          <figcaption className={styles.label}>
            <b>{geode.title}</b>
            <dl>
              <dt>Origin</dt>
              <dd>{geode.location}</dd>
              <dt>Crystal</dt>
              <dd>{geode.crystalType}</dd>
              <dt>Size</dt>
              <dd>{geode.size}</dd>
            </dl>
          </figcaption>
        </>
      )}
      {geode === null && <Drawing name="hollow-stone" className={styles.drawing} />}
      {geode === undefined && <div className={styles.pending} />}
    </figure>
  </section>
);
