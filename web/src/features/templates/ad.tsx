import type { Geode } from '@geodes/contracts';
import { Download } from 'lucide-react';
import { useCallback, useState } from 'react';
import { formatDollars } from '../../app/money.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Switch } from '../../ui/switch.js';
import type { AdFormat } from './ad-formats.js';
import styles from './ads-page.module.css';
import { drawAd } from './draw-ad.js';
import { DrawnPreview } from './drawn-preview.js';
import type { Colours } from './palette.js';
import { pngOf } from './save-file.js';
import { useDownload } from './use-download.js';
import { usePicture } from './use-picture.js';

interface AdProps {
  format: AdFormat;
  geode: Geode | null;
  words: { headline: string; detail: string };
  /** Dollars, as typed. */
  price: string;
  onPrice: (price: string) => void;
  colours: Colours;
}

const AMOUNT = /^\d{1,6}(\.\d{1,2})?$/;

/** One format: what it will look like, its price, and its file. */
export const Ad = ({ format, geode, words, price, onPrice, colours }: AdProps) => {
  const { shape, name, use, width, height, safe } = format;
  const { headline, detail } = words;
  const { shown, isReady, hasFailed } = usePicture(geode?.imageUrl, format.drawing, colours.ink);
  const { said, download } = useDownload();
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
          {hasFailed ? 'The picture of this geode cannot be put into a file.' : said}
        </p>
      </div>
    </article>
  );
};
