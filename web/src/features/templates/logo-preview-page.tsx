import { Check, Download } from 'lucide-react';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { KEEP_SCROLL } from '../../app/keep-scroll.js';
import { pages, useMetadata } from '../../app/metadata.js';
import { Button } from '../../ui/button.js';
import { OptionGroup } from '../../ui/option-group.js';
import options from '../../ui/option-group.module.css';
import { Switch } from '../../ui/switch.js';
import { drawLogo, LogoDrawing, logoSvg } from './logo-drawing.js';
import styles from './logo-preview-page.module.css';
import { logos, type Logo } from './logos.js';
import { palette, type Ground } from './palette.js';
import { pngOf, useDownload } from './use-download.js';
import { TemplatePage } from './template-page.js';

const widths = [
  { value: '512', label: '512 px' },
  { value: '1024', label: '1024 px' },
  { value: '2048', label: '2048 px' },
] as const;
type Width = (typeof widths)[number]['value'];

const SIDES = [
  { ground: 'limestone', name: 'On light' },
  { ground: 'basalt', name: 'On dark' },
] as const satisfies readonly { ground: Ground; name: string }[];

const named = (ground: Ground) => (ground === 'limestone' ? 'light' : 'dark');

const svgOf = (logo: Logo, ground: Ground) => new Blob([logoSvg(logo, palette[ground])], { type: 'image/svg+xml' });

/** With a ground colour the logo has a margin, without one it has none. */
const pngOfLogo = (logo: Logo, ground: Ground, width: number, hasGround: boolean) => {
  const colours = palette[ground];
  const room = hasGround ? logo.height * 0.28 : 0;
  const scale = width / (logo.width + 2 * room);
  const height = Math.round((logo.height + 2 * room) * scale);
  return pngOf(width, height, (context) => {
    if (hasGround) {
      context.fillStyle = colours.ground;
      context.fillRect(0, 0, width, height);
    }
    context.scale(scale, scale);
    context.translate(room, room);
    drawLogo(context, logo, colours, hasGround);
  });
};

/** The logos to choose from. The choice is in the URL, so that it can be shared. */
export const LogoPreviewPage = () => {
  useMetadata(pages['/logo-preview']);
  const [query, setQuery] = useSearchParams();
  const [picked, setPicked] = useState(query.get('logo'));
  const [width, setWidth] = useState<Width>('1024');
  const [hasGround, setHasGround] = useState(false);
  const { status, download } = useDownload();
  const group = useId();
  const chosen = logos.find(({ id }) => id === picked) ?? logos[0];
  if (!chosen) return null;
  return (
    <TemplatePage
      title="Logo Preview"
      lead="Six logos for the shop. Pick one to see it large, on light and on dark, and take its files."
      controls={
        <fieldset className={styles.choices}>
          <legend className={options.legend}>Logo</legend>
          {logos.map((logo) => (
            <label key={logo.id} className={`${options.option} ${styles.choice}`}>
              <input
                type="radio"
                name={group}
                value={logo.id}
                checked={logo === chosen}
                onChange={() => {
                  setPicked(logo.id);
                  setQuery({ logo: logo.id }, { replace: true, state: KEEP_SCROLL });
                }}
              />
              <LogoDrawing logo={logo} className={styles.small} />
              <span className={styles.choiceName}>
                {logo.name}
                <Check className="icon-s" aria-hidden />
              </span>
            </label>
          ))}
        </fieldset>
      }
    >
      <div className={styles.head}>
        <h2>{chosen.name}</h2>
        <p>{chosen.idea}</p>
      </div>
      <div className={styles.sides}>
        {SIDES.map(({ ground, name }) => (
          <section key={ground} aria-label={name}>
            <div className={styles.side} data-ground={named(ground)}>
              <LogoDrawing
                logo={chosen}
                colours={palette[ground]}
                label={`${chosen.name} ${name.toLowerCase()}`}
                className={styles.large}
              />
              <LogoDrawing logo={chosen} colours={palette[ground]} className={styles.tiny} />
            </div>
            <div className={styles.files}>
              <Button
                look="secondary"
                onClick={() =>
                  void download(`midwest-geodes-${chosen.id}-${named(ground)}.svg`, () => svgOf(chosen, ground))
                }
              >
                <Download className="icon-s" aria-hidden />
                <span>
                  Download SVG<span className="sr"> {name.toLowerCase()}</span>
                </span>
              </Button>
              <Button
                look="secondary"
                onClick={() =>
                  void download(`midwest-geodes-${chosen.id}-${named(ground)}-${width}.png`, () =>
                    pngOfLogo(chosen, ground, Number(width), hasGround),
                  )
                }
              >
                <Download className="icon-s" aria-hidden />
                <span>
                  Download PNG<span className="sr"> {name.toLowerCase()}</span>
                </span>
              </Button>
            </div>
          </section>
        ))}
      </div>
      <p className={`small ${styles.said}`} role="status">
        {status}
      </p>
      <div className={styles.settings}>
        <OptionGroup look="chips" legend="Width of the PNG" options={widths} value={width} onChange={setWidth} />
        <div>
          <span className={options.legend} aria-hidden>
            PNG with its ground
          </span>
          <div className={`row ${styles.switch}`}>
            <Switch label="PNG with its ground" isOn={hasGround} onChange={setHasGround} />
            <span className="small dim">{hasGround ? 'On its ground, with room round it' : 'Transparent'}</span>
          </div>
        </div>
      </div>
    </TemplatePage>
  );
};
