import type { SiteConfig } from '@geodes/contracts';
import { pages, useMetadata } from '../../app/metadata.js';
import { useGetSiteConfigQuery, phoneHours } from '../../app/site-config.api.js';
import { ButtonLink } from '../../ui/button.js';
import { Drawing } from '../../ui/drawing.js';
import { Picture } from '../../ui/picture.js';
import { useGetFeaturedQuery } from '../geodes/geodes.api.js';
import about from '../home/about-section.module.css';
import styles from './our-story-page.module.css';

const steps = [
  {
    title: 'Found',
    text: 'After high water, in creek beds and cut banks on both sides of the river, with the leave of those who own the land. Most days end with a bucket of plain grey stones.',
  },
  {
    title: 'Opened',
    text: 'One at a time, by hand. Nobody knows what is inside until that moment: quartz, calcite, chalcedony, now and then pyrite, and often nothing at all.',
  },
  {
    title: 'Graded',
    text: 'Under the loupe, as Good, Great, Excellent or Museum Quality. The grade, the place and the size are on every label, and the pictures show the very stone.',
  },
  {
    title: 'Sold once',
    text: 'There is no second one in a drawer. When a geode has found its owner it leaves the shop, packed by itself, and does not come back: all sales are final.',
  },
];

const phoneText = (config: SiteConfig | undefined): string => {
  if (config?.contact.phone === '') return '';
  return config?.hours ? `, and on the phone (${config.hours})` : `, and ${phoneHours} on the phone`;
};

export const OurStoryPage = () => {
  useMetadata(pages['/our-story']);
  const { data: config } = useGetSiteConfigQuery();
  const { data: featured, isLoading } = useGetFeaturedQuery();
  // A geode with several pictures: the last shows it closed, the first opened.
  const stone = featured?.toSorted((one, other) => other.imageUrls.length - one.imageUrls.length)[0];
  const opened = stone?.imageUrls[0];
  const closed = stone?.imageUrls.at(-1);
  return (
    <>
      <div className={`wrap ${styles.story}`}>
        <h1>Two river towns, one kind of stone</h1>
        <p className="lead">
          Keokuk, Iowa and Hamilton, Illinois face each other across the Mississippi. The banks and creeks on both sides
          hold some of the finest geodes known, and the specimens in the shop come from there and from the banks nearby.
        </p>
      </div>
      {isLoading && (
        <div className={styles.pair}>
          <span className={styles.pending} />
          <span className={styles.pending} />
        </div>
      )}
      {opened && closed && opened !== closed && (
        <div className={styles.pair}>
          <Picture src={closed} alt={`${stone.title}, closed`} sizes="50vw" load="first" />
          <Picture src={opened} alt={`${stone.title}, opened`} sizes="50vw" load="now" />
        </div>
      )}
      <section className="section band" aria-label="From the creek to the cabinet">
        <div className="wrap">
          <h2>From the creek to the cabinet</h2>
          <ol className={styles.steps}>
            {steps.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <div className={`wrap section ${about.about}`}>
        <div className={about.copy}>
          <h2>Dug, opened, looked at, named</h2>
          <p>
            Most geodes stay closed until they are sold by weight. Ours are opened one at a time, cleaned with water,
            graded under a loupe and photographed as they are.
          </p>
          <p>
            What cannot be graded honestly is not offered. What is exceptional goes to the showcase and stays there: it
            is our own collection, to be looked at and not for sale.
          </p>
          <p>
            We are few, and we answer ourselves: within 24 hours by email{phoneText(config)}. You need no account, only
            an address that a box can reach.
          </p>
          <div className={styles.act}>
            <ButtonLink to="/gallery">Browse the gallery</ButtonLink>
            <ButtonLink to="/showcase" look="secondary">
              See the showcase
            </ButtonLink>
          </div>
        </div>
        <div className={styles.figure}>
          <Drawing name="crystal-section" />
        </div>
      </div>
    </>
  );
};
