import { closestCenter, DndContext, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext } from '@dnd-kit/sortable';
import { ImagePlus } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useDropzone, type FileRejection } from 'react-dropzone';
import { classNames } from '../../../ui/class-names.js';
import { FieldHint } from '../../../ui/field.js';
import { useFocusFallback } from '../../../ui/use-focus-fallback.js';
import { useMedia } from '../../../ui/use-media.js';
import zone from '../../../ui/drop-zone.module.css';
import { MAX_PICTURES } from './picture-list.js';
import { PictureProblems, type PictureProblem } from './picture-problems.js';
import { PictureTile } from './picture-tile.js';
import styles from './pictures-field.module.css';
import { useLeaveWarning } from '../form/use-leave-warning.js';
import { usePictures } from './use-pictures.js';

/** Pictures of a form that are not kept yet: to be waited for, or tried again, before the form is sent. */
export interface UnfinishedPictures {
  uploading: number;
  failed: number;
}

interface PicturesFieldProps {
  /** Object paths or addresses; the first one is the main picture. Only what is kept is among them. */
  value: string[];
  onChange: (value: string[]) => void;
  label: string;
  error?: string;
  onUnfinished?: (unfinished: UnfinishedPictures) => void;
}

const refusalText = ({ errors }: FileRejection): string => {
  if (errors.some(({ code }) => code === 'file-invalid-type')) return 'Only images can be uploaded.';
  return 'This file cannot be uploaded.';
};

/** dnd-kit's own words are for its keyboard mode; here buttons move pictures, and the field says what they did. */
const silent = { onDragStart: () => '', onDragOver: () => '', onDragEnd: () => '', onDragCancel: () => '' };

/**
 * Pictures chosen or dropped, shown at once and sent while the form is filled in. They are sorted by dragging or with
 * buttons. Leaving the page while some are on their way is asked about.
 */
export const PicturesField = ({ value, onChange, label, error, onUnfinished }: PicturesFieldProps) => {
  const id = useId();
  const { shots, said, choose, remove, move, retry } = usePictures(value, onChange);
  const [refused, setRefused] = useState<PictureProblem[]>([]);
  const canDrop = useMedia('(hover: hover)');
  const ground = useRef<HTMLUListElement>(null);
  const tellUnfinished = useEffectEvent((unfinished: UnfinishedPictures) => onUnfinished?.(unfinished));

  const failed = shots.filter(({ state }) => state === 'failed');
  const uploading = shots.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  const room = MAX_PICTURES - shots.length;
  useLeaveWarning(uploading > 0);
  useEffect(() => tellUnfinished({ uploading, failed: failed.length }), [uploading, failed.length]);
  useFocusFallback(ground, shots.length);

  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: { 'image/*': [] },
    noClick: true,
    noKeyboard: true,
    onDrop: (files, rejections) => {
      const tooMany = files.slice(Math.max(room, 0));
      setRefused([
        ...rejections.map((rejection) => ({ name: rejection.file.name, words: refusalText(rejection) })),
        ...tooMany.map(({ name }) => ({ name, words: `There can be ${MAX_PICTURES} pictures at most.` })),
      ]);
      if (files.length > tooMany.length) choose(files.slice(0, files.length - tooMany.length));
    },
  });

  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    // A short touch scrolls the form.
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
          const to = shots.findIndex((shot) => shot.id === over?.id);
          if (over && over.id !== active.id && to >= 0) move(String(active.id), to);
        }}
      >
        <SortableContext items={shots} strategy={rectSortingStrategy}>
          <ul ref={ground} className={styles.shots} tabIndex={-1}>
            {shots.map((shot, index) => (
              <PictureTile
                key={shot.id}
                shot={shot}
                place={index + 1}
                count={shots.length}
                onMove={(to) => move(shot.id, to)}
                onRemove={() => remove(shot, index + 1)}
                onRetry={() => retry(shot.id)}
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
        // react-dropzone's own name would hide that of the label
        aria-label={undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint` : undefined}
      />
      <FieldHint id={`${id}-hint`} error={error} />
      <PictureProblems refused={refused} failed={failed} onRetry={retry} />
      <p className="sr" role="status">
        {said}
      </p>
    </div>
  );
};
