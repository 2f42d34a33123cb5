import { useEffect, useRef, useState, type ImgHTMLAttributes } from 'react';
import { classNames } from './class-names.js';
import { retryOnline } from './connection.js';
import { pictureAt, pictureSet } from './picture-source.js';
import styles from './picture.module.css';

interface PictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'srcSet' | 'onError'> {
  src: string;
  alt: string;
  /**
   * The `sizes` attribute. For phones use somewhat less than the real width: on dense screens the next smaller file
   * looks the same and is a third lighter.
   */
  sizes: string;
  /** Widest file to offer, pixels. */
  widest?: number;
  /**
   * `now` loads eagerly and does not fade in; `first` also gets high priority, for the largest picture of the first
   * view.
   */
  load?: 'lazy' | 'now' | 'first';
  /** A data: URL of a few pixels, shown blurred until the picture has loaded. */
  placeholder?: string;
}

/** Transparent replacement for a missing picture: the background shows, and screen readers read the alt text. */
const NOTHING = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="4" height="5"/%3E';

/**
 * Wraps the placeholder in a blurred SVG, because enlarged pixels show as squares. The unblurred copy below fills the
 * edges, which the blur fades.
 */
const blurred = (placeholder: string): string => {
  const pixels = `<image id="p" width="8" height="10" preserveAspectRatio="xMidYMid slice" href="${placeholder}"/>`;
  const blur = '<filter id="b" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation=".5"/></filter>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 10">${blur}${pixels}<use href="#p" filter="url(#b)"/></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
};

/**
 * A 4:5 picture. Until it has loaded it shows its placeholder, or fades in from the plate. One that fails is fetched
 * once more, and again when the browser is online.
 */
export const Picture = ({
  src,
  alt,
  sizes,
  widest,
  load = 'lazy',
  placeholder,
  className,
  style,
  onLoad,
  ...rest
}: PictureProps) => {
  const [shown, setShown] = useState(false);
  const [missing, setMissing] = useState<string>();
  const isMissing = missing === src;
  const hasRetried = useRef(false);
  useEffect(() => {
    if (!isMissing) return;
    const retry = () => {
      hasRetried.current = true;
      setShown(false);
      setMissing(undefined);
    };
    if (!hasRetried.current) return retryOnline(0, retry);
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [isMissing]);
  return (
    <img
      width={800}
      height={1000}
      decoding={load === 'first' ? 'sync' : 'async'}
      loading={load === 'lazy' ? 'lazy' : 'eager'}
      fetchPriority={load === 'first' ? 'high' : undefined}
      {...rest}
      alt={alt}
      sizes={sizes}
      srcSet={isMissing ? undefined : pictureSet(src, widest)}
      src={isMissing ? NOTHING : pictureAt(src, 640)}
      className={classNames(
        styles.picture,
        // Without scripts nothing would end the fade-in.
        !import.meta.env.SSR && load === 'lazy' && !placeholder && styles.fades,
        shown && styles.shown,
        className,
      )}
      style={placeholder && (!shown || isMissing) ? { ...style, backgroundImage: blurred(placeholder) } : style}
      ref={(image) => {
        if (image?.complete) setShown(true);
      }}
      onLoad={(event) => {
        setShown(true);
        onLoad?.(event);
      }}
      onError={() => setMissing(src)}
    />
  );
};

interface ThumbnailsProps extends Pick<PictureProps, 'load'> {
  sources: readonly string[];
  /** Index of the picture that is shown. */
  chosen: number;
  onChoose: (index: number) => void;
  className?: string;
}

/** Chooses one of several pictures; nothing if there is only one. */
export const Thumbnails = ({ sources, chosen, onChoose, load, className }: ThumbnailsProps) =>
  sources.length > 1 && (
    <div className={classNames('scripted', styles.thumbnails, className)}>
      {sources.map((source, index) => (
        <button
          key={source}
          type="button"
          aria-label={`View ${index + 1} of ${sources.length}`}
          aria-current={index === chosen}
          onClick={() => onChoose(index)}
        >
          <Picture src={source} alt="" sizes="56px" widest={160} load={load} />
        </button>
      ))}
    </div>
  );
