import type { Geode } from '@geodes/contracts';
import { Download } from 'lucide-react';
import { useCallback, useState } from 'react';
import { pages, useMetadata } from '../../app/metadata.js';
import { Button } from '../../ui/button.js';
import { OptionGroup } from '../../ui/option-group.js';
import { Switch } from '../../ui/switch.js';
import { drawSignature } from './logo-drawing.js';
import { drawPicture, type Rectangle, type Shown } from './draw-picture.js';
import { drawText } from './draw-text.js';
import { DrawnPreview, TemplatePage, TextControl, type TemplateText } from './template-page.js';
import styles from './template-page.module.css';
import { groundOptions, palette, type Colours, type Ground } from './palette.js';
import { pngOf, useDownload } from './use-download.js';
import { GeodeControl } from './geode-control.js';
import { usePicture } from './use-picture.js';

/** Size of a Facebook cover on a computer, pixels. */
const BANNER = { width: 820, height: 312 };

/**
 * The part that phones also show: they crop the cover to 640 by 360 (Facebook Help, "What size should my cover photo
 * be?"), that is the middle 555 pixels at a height of 312.
 */
const PHONE_PART: Rectangle = { x: 133, y: 0, width: 554, height: 312 };

/** Approximate area that the page's profile picture covers on a computer. */
const PAGE_PICTURE: Rectangle = { x: 16, y: 250, width: 176, height: 62 };

interface BannerContent extends TemplateText {
  colours: Colours;
  picture: Shown | undefined;
  /** At the right edge, which only wide screens show. */
  second: Shown | undefined;
}

const TEXT = { x: 157, width: 262 };
const PICTURE: Rectangle = { x: 437, y: 0, width: 250, height: 312 };
const SECOND: Rectangle = { x: 689, y: 0, width: 131, height: 312 };

/** Draws the cover at 820 by 312. All text is within the part that phones show. */
const drawBanner = (context: CanvasRenderingContext2D, content: BannerContent): void => {
  const { colours, picture, second } = content;
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, BANNER.width, BANNER.height);
  drawPicture(context, picture, PICTURE, colours.plate, 22);
  drawPicture(context, second, SECOND, colours.plate, 18);
  drawSignature(context, colours, { x: TEXT.x, y: 40, height: 24 });
  const foot = drawText(
    context,
    content.headline,
    {
      face: 'display',
      colour: colours.ink,
      ...TEXT,
      lines: 3,
      from: 47,
      to: 22,
      leading: 1.02,
      tracking: -0.015,
    },
    { top: 96 },
  );
  drawText(
    context,
    content.detail,
    { face: 'text', colour: colours.quiet, ...TEXT, lines: 2, from: 14, to: 12, leading: 1.45 },
    { top: foot + 20 },
  );
};

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
      <h2 className={styles.phoneTitle}>On a phone</h2>
      <p className="small dim">Facebook shows 640 × 360 there and cuts the sides off.</p>
      <div className={styles.phone}>
        <DrawnPreview label="The banner on a phone" {...BANNER} scale={2} draw={isReady ? draw : undefined} />
      </div>
    </TemplatePage>
  );
};
