import type { Geode } from '@geodes/contracts';
import { useState } from 'react';
import { pages } from '../../app/metadata.js';
import { useMetadata } from '../../app/use-metadata.js';
import { Field } from '../../ui/field.js';
import { OptionGroup } from '../../ui/option-group.js';
import { adFormats, type AdShape } from './ad-formats.js';
import { Ad } from './ad.js';
import styles from './ads-page.module.css';
import { groundOptions, palette, type Ground } from './palette.js';
import { StoneControl } from './stone-control.js';
import { TemplatePage } from './template-page.js';

const sampleWords = { headline: 'Found once. Sold once.', detail: 'Geodes from Keokuk and Hamilton' };
const samplePrices = Object.fromEntries(adFormats.map(({ shape, samplePrice }) => [shape, samplePrice])) as Record<
  AdShape,
  string
>;

const wordsOf = ({ title, location, size }: Geode) => ({ headline: title, detail: `${location} · ${size}` });

/** Advertisements for social networks, in their formats. */
export const AdsPage = () => {
  useMetadata(pages.ads);
  const [geode, setGeode] = useState<Geode | null>(null);
  const [words, setWords] = useState(sampleWords);
  const [prices, setPrices] = useState(samplePrices);
  const [ground, setGround] = useState<Ground>('limestone');

  const choose = (chosen: Geode | null) => {
    setGeode(chosen);
    setWords(chosen ? wordsOf(chosen) : sampleWords);
    setPrices(chosen ? { square: chosen.price, portrait: chosen.price, story: chosen.price } : samplePrices);
  };
  return (
    <TemplatePage
      title="Ads"
      lead="Three formats for social networks, drawn at the size that the network takes."
      controls={
        <>
          <StoneControl geode={geode} sample="With sample prices" onChange={choose} />
          <div>
            <Field
              label="Headline"
              maxLength={120}
              value={words.headline}
              onChange={(event) => setWords({ ...words, headline: event.target.value })}
            />
            <Field
              label="Detail"
              maxLength={120}
              value={words.detail}
              onChange={(event) => setWords({ ...words, detail: event.target.value })}
            />
          </div>
          <OptionGroup look="chips" legend="Ground" options={groundOptions} value={ground} onChange={setGround} />
        </>
      }
    >
      <ul className={styles.ads}>
        {adFormats.map((format) => (
          <li key={format.shape} className={styles[format.shape]}>
            <Ad
              format={format}
              geode={geode}
              words={words}
              price={prices[format.shape]}
              onPrice={(price) => setPrices({ ...prices, [format.shape]: price })}
              colours={palette[ground]}
            />
          </li>
        ))}
      </ul>
    </TemplatePage>
  );
};
