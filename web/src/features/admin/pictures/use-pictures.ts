import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { messageOf } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { newKey } from '../../../app/api.js';
import { notified } from '../../../app/notices.slice.js';
import { isLoggedOut } from '../form/failure.js';
import type { FormPicture, PictureAction } from './picture-list.js';
import { isTooLarge, MAX_CONCURRENT_UPLOADS, TOO_LARGE, uploadPicture } from './upload-picture.js';

const FAILED = 'Failed to upload image. Please try again.';

/** Changes the pictures of a form and uploads chosen files. */
export const usePictures = (pictures: readonly FormPicture[], dispatchPicture: (action: PictureAction) => void) => {
  const dispatch = useAppDispatch();
  /** Announces the last event to screen readers. */
  const [announcement, announce] = useState('');
  const running = useRef(new Map<string, AbortController>());
  const previews = useRef(new Set<string>());

  const send = useEffectEvent(async (id: string, file: File) => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current.set(id, controller);
    try {
      const onProgress = (sent: number) => dispatchPicture({ type: 'progressed', id, sent });
      const path = await uploadPicture(file, { onProgress, signal });
      running.current.delete(id);
      dispatchPicture({ type: 'stored', id, path });
      announce(`${file.name} is uploaded.`);
    } catch (error) {
      running.current.delete(id);
      if (signal.aborted) return;
      const problem = messageOf(error, FAILED);
      dispatchPicture({ type: 'failed', id, problem, isLoggedOut: isLoggedOut(error) });
      // A retry of a file that is too large would fail again.
      const text = error === TOO_LARGE ? `${file.name}: ${TOO_LARGE.message}` : FAILED;
      dispatch(notified({ title: 'Upload Failed', text, tone: 'bad' }));
    }
  });

  useEffect(() => {
    for (const { id, file, state } of pictures) {
      if (running.current.size >= MAX_CONCURRENT_UPLOADS) return;
      if (state === 'waiting' && file && !running.current.has(id)) void send(id, file);
    }
  }, [pictures]);

  useEffect(() => {
    const [uploads, blobs] = [running.current, previews.current];
    return () => {
      for (const upload of uploads.values()) upload.abort();
      for (const preview of blobs) URL.revokeObjectURL(preview);
    };
  }, []);

  const choose = (files: readonly File[]) => {
    const chosen = files.map((file) => ({ id: newKey(), file, preview: URL.createObjectURL(file) }));
    for (const { preview } of chosen) previews.current.add(preview);
    dispatchPicture({ type: 'chosen', pictures: chosen });
    const large = files.filter(isTooLarge).length;
    const shrunk = large > 0 ? `. ${large === 1 ? 'One is' : `${large} are`} made smaller first` : '';
    announce(`Uploading ${files.length === 1 ? files[0]?.name : `${files.length} pictures`}${shrunk}`);
  };

  const remove = (picture: FormPicture, place: number) => {
    running.current.get(picture.id)?.abort();
    running.current.delete(picture.id);
    dispatchPicture({ type: 'removed', id: picture.id });
    announce(`Picture ${place} removed.`);
  };

  const move = (id: string, to: number) => {
    dispatchPicture({ type: 'moved', id, to });
    announce(to === 0 ? 'The picture is now the main picture.' : `The picture is now number ${to + 1}.`);
  };

  const retry = (id: string) => dispatchPicture({ type: 'retried', id });

  return { announcement, choose, remove, move, retry };
};
