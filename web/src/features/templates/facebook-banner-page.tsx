import type { Geode } from '@geodes/contracts';
import { Download } from 'lucide-react';
import { useCallback, useState } from 'react';
import { pages } from '../../app/metadata.js';
import { useMetadata } from '../../app/use-metadata.js';
import { Button } from '../../ui/button.js';
import { OptionGroup } from '../../ui/option-group.js';
import { Switch } from '../../ui/switch.js';
import { BANNER, drawBanner, PAGE_PICTURE, PHONE_PART } from './draw-banner.js';
import { DrawnPreview } from './drawn-preview.js';
import styles from './facebook-banner-page.module.css';
import { groundOptions, palette, type Ground } from './palette.js';
import { pngOf, useDownload } from './use-download.js';
import { GeodeControl } from './geode-control.js';
import { TemplatePage } from './template-page.js';
import { TextControl } from './text-control.js';
import { usePicture } from './use-picture.js';

const MARKS = [
  { name: 'Phones show this part', at: PHONE_PART, look: 'safe' },
  { name: 'Your page picture', at: PAGE_PICTURE, look: 'covered' },
] as const;
const sampleText = { headline: 'Found once. Sold once.', detail: 'Geodes from Keokuk, Iowa and Hamilton, Illinois' };

/** The cover picture of the shop's page on Facebook. */
export const FacebookBannerPage = () => {
  useMetadata(pages['/facebook-banner']);
  const [geode, setGeode] = useState<Geode | null>(null);
  const [text, setText] = useState(sampleText);
  const [ground, setGround] = useState<Ground>('basalt');
  const [showsSafe, setShowsSafe] = useState(true);
  const { status, download } = useDownload();
  const colours = palette[ground];
  const picture = usePicture(geode?.imageUrl, 'opened-geode', colours.ink);
  const second = usePicture(geode?.imageUrls[1], 'crystal-section', colours.ink);
  const isReady = picture.isReady && second.isReady;
  const hasFailed = picture.hasFailed || second.hasFailed;
  const { headline, detail } = text;

  const draw = useCallback(
    (context: CanvasRenderingContext2D) =>
      drawBanner(context, { headline, detail, colours, picture: picture.shown, second: second.shown }),
    [headline, detail, colours, picture.shown, second.shown],
  );
  const save = (times: 1 | 2) => {
    const [width, height] = [BANNER.width * times, BANNER.height * times];
    return download(`midwest-geodes-facebook-${width}x${height}.png`, () =>
      pngOf(width, height, (context) => {
        context.scale(times, times);
        draw(context);
      }),
    );
  };
  return (
    <TemplatePage
      title="Facebook Banner"
      lead="The cover of the shop's page: 820 × 312, with the parts marked that not every screen shows."
      controls={
        <>
          <GeodeControl geode={geode} sample="Engravings" onChange={setGeode} />
          <TextControl text={text} onChange={setText} />
          <OptionGroup look="chips" legend="Ground" options={groundOptions} value={ground} onChange={setGround} />
          <div className="row between">
            <span className="small" aria-hidden>
              Show safe areas
            </span>
            <Switch label="Show safe areas" isOn={showsSafe} onChange={setShowsSafe} />
          </div>
        </>
      }
    >
      <DrawnPreview
        label={['Facebook banner', geode ? geode.title : 'sample', headline, detail].filter(Boolean).join(', ')}
        {...BANNER}
        scale={2}
        draw={isReady ? draw : undefined}
        marks={showsSafe ? MARKS : undefined}
      />
      <div className={styles.act}>
        <Button disabled={!isReady || hasFailed} onClick={() => void save(1)}>
          <Download className="icon-s" aria-hidden />
          Download PNG, 820 × 312
        </Button>
        <Button look="secondary" disabled={!isReady || hasFailed} onClick={() => void save(2)}>
          <Download className="icon-s" aria-hidden />
          Sharper, 1640 × 624
        </Button>
      </div>
      <p className={`small ${styles.said}`} role="status">
        {hasFailed ? 'The picture of this geode cannot be put into a file.' : status}
      </p>
      <h2 className={styles.title}>On a phone</h2>
      <p className="small dim">Facebook shows 640 × 360 there and cuts the sides off.</p>
      <div className={styles.phone}>
        <DrawnPreview label="The banner on a phone" {...BANNER} scale={2} draw={isReady ? draw : undefined} />
      </div>
    </TemplatePage>
  );
};
