import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ArrowLeft, ArrowRight, GripVertical, RotateCcw, X } from 'lucide-react';
import { classNames } from '../../../ui/class-names.js';
import { IconButton } from '../../../ui/button.js';
import { pictureAt } from '../../../ui/picture-source.js';
import { isTooLarge } from './fit-picture.js';
import type { FormPicture } from './picture-list.js';
import styles from './pictures-field.module.css';

interface PictureTileProps {
  picture: FormPicture;
  /** From 1. */
  place: number;
  count: number;
  /** Receives the new place, from 0. */
  onMove: (to: number) => void;
  onRemove: () => void;
  onRetry: () => void;
}

const captionText = ({ state, sent, file }: FormPicture, place: number): string | null => {
  if (state === 'waiting') return file && isTooLarge(file) ? 'Making smaller …' : 'Waiting …';
  if (state === 'sending') return sent < 1 ? `Uploading ${Math.floor(sent * 100)}%` : 'Checking …';
  if (state === 'failed') return 'Not uploaded';
  return place === 1 ? 'Main picture' : null;
};

/** One picture. It can be dragged, and has buttons to move, remove and retry it. */
export const PictureTile = ({ picture, place, count, onMove, onRemove, onRetry }: PictureTileProps) => {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: picture.id });
  const { state, sent, preview, path } = picture;
  const isOnItsWay = state === 'waiting' || state === 'sending';
  const caption = captionText(picture, place);
  const name = `picture ${place}`;
  return (
    <li
      ref={setNodeRef}
      className={classNames(styles.picture, isDragging && styles.dragged)}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      aria-label={`Picture ${place} of ${count}`}
    >
      <div className={classNames(styles.frame, state !== 'stored' && styles.pale)} {...listeners}>
        <img src={preview ?? pictureAt(path, 320)} alt="" width={320} height={400} draggable={false} />
        {count > 1 && (
          <span className={styles.grip} aria-hidden>
            <GripVertical className="icon-s" />
          </span>
        )}
        {isOnItsWay && <progress className={styles.progress} max={1} value={sent} aria-label={`Upload of ${name}`} />}
        {caption && (
          <span className={classNames('num', styles.caption, state === 'failed' && styles.bad)}>{caption}</span>
        )}
      </div>
      <IconButton label={`Remove ${name}`} className={styles.remove} onClick={onRemove}>
        <X className="icon-s" aria-hidden />
      </IconButton>
      <div className={styles.moves}>
        {state === 'failed' && (
          <IconButton label={`Try ${name} again`} onClick={onRetry}>
            <RotateCcw className="icon-s" aria-hidden />
          </IconButton>
        )}
        {count > 1 && (
          <>
            <Move label={`Move ${name} earlier`} isPossible={place > 1} onMove={() => onMove(place - 2)}>
              <ArrowLeft className="icon-s" aria-hidden />
            </Move>
            <Move label={`Move ${name} later`} isPossible={place < count} onMove={() => onMove(place)}>
              <ArrowRight className="icon-s" aria-hidden />
            </Move>
          </>
        )}
      </div>
    </li>
  );
};

interface MoveProps {
  label: string;
  isPossible: boolean;
  onMove: () => void;
  children: React.ReactNode;
}

/** Uses `aria-disabled` at either end, because `disabled` would lose the focus. */
const Move = ({ label, isPossible, onMove, children }: MoveProps) => (
  <IconButton label={label} aria-disabled={!isPossible || undefined} onClick={isPossible ? onMove : undefined}>
    {children}
  </IconButton>
);
