import type { Geode } from '@geodes/contracts';
import { useState, useCallback } from 'react';
import { Download } from 'lucide-react';
import { pages, useMetadata } from '../../app/metadata.js';
import { Field } from '../../ui/field.js';
import { OptionGroup } from '../../ui/option-group.js';
import styles from './template-page.module.css';
import { groundOptions, palette, type Ground, type Colours } from './palette.js';
import { GeodeControl } from './geode-control.js';
import { TemplatePage, TextControl, type TemplateText, DrawnPreview } from './template-page.js';
import { formatDollars } from '../../app/money.js';
import { Button } from '../../ui/button.js';
import { Switch } from '../../ui/switch.js';
import { adFormats, drawAd, type AdFormat, type AdShape } from './draw-ad.js';
import { pngOf, useDownload } from './use-download.js';
import { usePicture } from './use-picture.js';

const sampleText = { headline: 'Found once. Sold once.', detail: 'Geodes from Keokuk and Hamilton' };
const samplePrices = Object.fromEntries(adFormats.map(({ shape, samplePrice }) => [shape, samplePrice])) as Record<
  AdShape,
  string
>;

const textOf = ({ title, location, size }: Geode) => ({ headline: title, detail: `${location} · ${size}` });

/** Advertisements for social networks, in their formats. */
export const AdsPage = () => {
  useMetadata(pages['/ads']);
  const [geode, setGeode] = useState<Geode | null>(null);
  const [text, setText] = useState(sampleText);
  const [prices, setPrices] = useState(samplePrices);
  const [ground, setGround] = useState<Ground>('limestone');

  const choose = (chosen: Geode | null) => {
    setGeode(chosen);
    setText(chosen ? textOf(chosen) : sampleText);
    setPrices(chosen ? { square: chosen.price, portrait: chosen.price, story: chosen.price } : samplePrices);
  };
  return (
    <TemplatePage
      title="Ads"
      lead="Three formats for social networks, drawn at the size that the network takes."
      controls={
        <>
          <GeodeControl geode={geode} sample="With sample prices" onChange={choose} />
          <TextControl text={text} onChange={setText} />
          <OptionGroup look="chips" legend="Ground" options={groundOptions} value={ground} onChange={setGround} />
        </>
      }
    >
      <ul className={styles.ads}>
        {adFormats.map((format) => (
          <li key={format.shape}>
            <Ad
              format={format}
              geode={geode}
              text={text}
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

interface AdProps {
  format: AdFormat;
  geode: Geode | null;
  text: TemplateText;
  /** Dollars, as typed. */
  price: string;
  onPrice: (price: string) => void;
  colours: Colours;
}

const AMOUNT = /^\d{1,6}(\.\d{1,2})?$/;

/** One format: its preview, its price and its download. */
const Ad = ({ format, geode, text, price, onPrice, colours }: AdProps) => {
  const { shape, name, use, width, height, safe } = format;
  const { headline, detail } = text;
  const { shown, isReady, hasFailed } = usePicture(geode?.imageUrl, format.drawing, colours.ink);
  const { status, download } = useDownload();
  const [showsSafe, setShowsSafe] = useState(false);
  const typed = price.trim().replace(/^\$/, '');
  const isAmount = typed === '' || AMOUNT.test(typed);
  const written = typed !== '' && isAmount ? formatDollars(typed) : '';

  const draw = useCallback(
    (context: CanvasRenderingContext2D) =>
      drawAd[shape](context, { headline, detail, price: written, colours, picture: shown }),
    [shape, headline, detail, written, colours, shown],
  );
  return (
    <article className={styles.ad} aria-label={`${name} ad`}>
      <h2 className={styles.name}>{name}</h2>
      <p className="small dim num">
        {width} × {height} · {use}
      </p>
      <DrawnPreview
        label={[`${name} ad`, geode ? geode.title : 'sample', headline, detail, written].filter(Boolean).join(', ')}
        width={width}
        height={height}
        draw={isReady ? draw : undefined}
        marks={showsSafe && safe ? [{ name: 'Words stay in here', at: safe, look: 'safe' }] : undefined}
      />
      <div className={styles.make}>
        <Field
          label="Price, US dollars"
          inputMode="decimal"
          value={price}
          error={isAmount ? undefined : 'Write an amount like 29.99, or nothing.'}
          onChange={(event) => onPrice(event.target.value)}
        />
        {safe && (
          <div className="row between">
            <span className="small" aria-hidden>
              Show safe area
            </span>
            <Switch label="Show safe area" isOn={showsSafe} onChange={setShowsSafe} />
          </div>
        )}
        <Button
          block
          disabled={!isReady || hasFailed || !isAmount}
          onClick={() =>
            void download(`midwest-geodes-${shape}-${width}x${height}.png`, () => pngOf(width, height, draw))
          }
        >
          <Download className="icon-s" aria-hidden />
          Download PNG
        </Button>
        <p className="small" role="status">
          {hasFailed ? 'The picture of this geode cannot be put into a file.' : status}
        </p>
      </div>
    </article>
  );
};
