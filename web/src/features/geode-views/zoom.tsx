import { useEffect, useState } from 'react';
import { classNames } from '../../ui/class-names.js';
import { Dialog } from '../../ui/dialog.js';
import { CloseButton } from '../../ui/button.js';
import { Picture } from '../../ui/picture.js';
import { useZoomGestures } from './use-zoom-gestures.js';
import styles from './zoom.module.css';

interface ZoomProps {
  open: boolean;
  onClose: () => void;
  src: string;
  title: string;
  /** See Picture. */
  placeholder?: string;
}

/** Width of a picture divided by its height, until it has loaded. */
const USUAL_RATIO = 4 / 5;

/** A picture over the whole window. Escape, a click beside the picture and the button close it. */
export const Zoom = ({ open, onClose, src, title, placeholder }: ZoomProps) => {
  const { view, stage, reset, onKeyDown, onPicture } = useZoomGestures();
  const [ratio, setRatio] = useState(USUAL_RATIO);
  useEffect(() => {
    if (!open) reset();
    // Each opening starts at scale 1.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [open]);
  const label = `${title}, enlarged`;
  return (
    <Dialog open={open} onClose={onClose} label={label} place="screen" className={styles.panel} onKeyDown={onKeyDown}>
      <div ref={stage} className={styles.stage} onClick={(event) => event.target === event.currentTarget && onClose()}>
        <CloseButton look="raised" className={styles.close} onClick={onClose} />
        <Picture
          src={src}
          alt={label}
          sizes="(min-aspect-ratio: 4/5) 80vh, 100vw"
          load="now"
          placeholder={placeholder}
          draggable={false}
          className={classNames(styles.picture, view.scale === 1 && styles.settles)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            if (naturalHeight > 0) setRatio(naturalWidth / naturalHeight);
          }}
          style={{
            // No larger than the picture itself: what is beside it is the backdrop, which closes.
            width: `min(100vw, ${100 * ratio}dvh)`,
            aspectRatio: ratio,
            transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
          }}
          {...onPicture}
        />
      </div>
    </Dialog>
  );
};
