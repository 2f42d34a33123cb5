import { closestCenter, DndContext, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { CircleAlert, ImagePlus, ArrowLeft, ArrowRight, GripVertical, RotateCcw, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { classNames } from '../../../ui/class-names.js';
import zone from '../../../ui/drop-zone.module.css';
import { FieldHint } from '../../../ui/field.js';
import { TextButton, IconButton } from '../../../ui/button.js';
import { useFocusFallback } from '../../../ui/use-focus-fallback.js';
import { useMedia } from '../../../ui/use-media.js';
import { pictureAt } from '../../../ui/picture-source.js';
import { LoggedOutNote } from '../form/failure-note.js';
import { type FormPicture, isUploading, MAX_PICTURES, type PictureAction } from './picture-list.js';
import styles from './pictures-field.module.css';
import { usePictures } from './use-pictures.js';
import { isTooLarge } from './upload-picture.js';

interface PicturesFieldProps {
  /** The first is the main picture. */
  pictures: FormPicture[];
  onAction: (action: PictureAction) => void;
  label: string;
  error?: string;
}

/** Turns off dnd-kit's announcements: they describe its keyboard mode, but here buttons move pictures. */
const silent = { onDragStart: () => '', onDragOver: () => '', onDragEnd: () => '', onDragCancel: () => '' };

/** Uploads chosen or dropped pictures while the owner fills in the form. Dragging or buttons sort them. */
export const PicturesField = ({ pictures, onAction, label, error }: PicturesFieldProps) => {
  const id = useId();
  const { announcement, choose, remove, move, retry } = usePictures(pictures, onAction);
  const [refused, setRefused] = useState<RefusedFile[]>([]);
  const canDrop = useMedia('(hover: hover)');
  const container = useRef<HTMLUListElement>(null);

  const failed = pictures.filter(({ state }) => state === 'failed');
  const room = MAX_PICTURES - pictures.length;
  useFocusFallback(container, pictures.length);

  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: { 'image/*': [] },
    noClick: true,
    noKeyboard: true,
    onDrop: (files, rejections) => {
      const tooMany = files.slice(Math.max(room, 0));
      setRefused([
        ...rejections.map(({ file }) => ({ name: file.name, reason: 'Only images can be uploaded.' })),
        ...tooMany.map(({ name }) => ({ name, reason: `There can be ${MAX_PICTURES} pictures at most.` })),
      ]);
      if (files.length > tooMany.length) choose(files.slice(0, files.length - tooMany.length));
    },
  });

  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    // Without the delay, a touch could not scroll the form.
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
  );

  return (
    <div {...getRootProps()} className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
        onDragEnd={({ active, over }) => {
          const to = pictures.findIndex((picture) => picture.id === over?.id);
          if (over && over.id !== active.id && to >= 0) move(String(active.id), to);
        }}
      >
        <SortableContext items={pictures} strategy={rectSortingStrategy}>
          <ul ref={container} className={styles.pictures} tabIndex={-1}>
            {pictures.map((picture, index) => (
              <PictureTile
                key={picture.id}
                picture={picture}
                place={index + 1}
                count={pictures.length}
                onMove={(to) => move(picture.id, to)}
                onRemove={() => remove(picture, index + 1)}
                onRetry={() => retry(picture.id)}
              />
            ))}
            {room > 0 && (
              <li className={classNames(zone.zone, styles.drop, isDragActive && zone.over, error && styles.missing)}>
                <ImagePlus className="icon" aria-hidden />
                <span>
                  {isDragActive && 'Drop them here'}
                  {!isDragActive && canDrop && 'Drop pictures or '}
                  <button
                    type="button"
                    className={classNames(zone.choose, isDragActive && 'sr')}
                    aria-describedby={error ? `${id}-hint` : undefined}
                    onClick={open}
                  >
                    {canDrop ? 'choose' : 'Choose'}
                    <span className={canDrop ? 'sr' : undefined}> pictures</span>
                  </button>
                </span>
                <span className="dim">Larger than 10MB: made smaller</span>
              </li>
            )}
          </ul>
        </SortableContext>
      </DndContext>
      <input
        {...getInputProps({ id })}
        // react-dropzone's aria-label would hide the label.
        aria-label={undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint` : undefined}
      />
      <FieldHint id={`${id}-hint`} error={error} />
      <PictureProblems refused={refused} failed={failed} onRetry={retry} />
      <p className="sr" role="status">
        {announcement}
      </p>
    </div>
  );
};

interface RefusedFile {
  /** Name of the file. */
  name: string;
  reason: string;
}

interface PictureProblemsProps {
  /** Files that were refused before the upload. */
  refused: readonly RefusedFile[];
  failed: readonly FormPicture[];
  onRetry: (id: string) => void;
}

/** Lists the files that were refused or not uploaded, with reasons. */
const PictureProblems = ({ refused, failed, onRetry }: PictureProblemsProps) => (
  <div role="alert" className={styles.problems}>
    {failed.some(({ isLoggedOut }) => isLoggedOut) && <LoggedOutNote />}
    {refused.length + failed.length > 0 && (
      <ul>
        {refused.map(({ name, reason }, index) => (
          <li key={`${name} ${index}`}>
            <CircleAlert className="icon-s" aria-hidden />
            <p>
              <span className={styles.name}>{name}</span> <span>{reason}</span>
            </p>
          </li>
        ))}
        {failed.map(({ id, file, problem }) => (
          <li key={id}>
            <CircleAlert className="icon-s" aria-hidden />
            <p>
              <span className={styles.name}>{file?.name}</span> <span>{problem}</span>{' '}
              <TextButton aria-label={`Try again: ${file?.name ?? 'picture'}`} onClick={() => onRetry(id)}>
                Try again
              </TextButton>
            </p>
          </li>
        ))}
      </ul>
    )}
  </div>
);

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
const PictureTile = ({ picture, place, count, onMove, onRemove, onRetry }: PictureTileProps) => {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: picture.id });
  const { state, sent, preview, path } = picture;
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
        {isUploading(picture) && (
          <progress className={styles.progress} max={1} value={sent} aria-label={`Upload of ${name}`} />
        )}
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
