import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { fieldErrors } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import type { UnfinishedPictures } from '../pictures/picture-list.js';
import type { SheetFormProps } from './form-sheet.js';

interface PictureFormOptions<Form extends FieldValues> extends Pick<SheetFormProps, 'onDirty' | 'onSaved'> {
  unfinished: UnfinishedPictures;
  /** Resolves to the error of a failed call. */
  save: (form: Form) => Promise<unknown>;
  /** Returns the form's name of a field that the server names in an error. */
  fieldOf: (field: string) => Path<Form> | undefined;
  /** Returns the text of the notice about a form with errors. */
  invalidText: (errors: FieldErrors<Form>) => string;
}

/** Submits a form in a sheet, once its pictures are uploaded. Reports to the sheet whether something is not saved. */
export const usePictureForm = <Form extends FieldValues>(
  { handleSubmit, formState: { isDirty, isSubmitting }, setError }: UseFormReturn<Form>,
  { unfinished, save, fieldOf, invalidText, onDirty, onSaved }: PictureFormOptions<Form>,
) => {
  const dispatch = useAppDispatch();
  /** The owner pressed Save while pictures were uploading. */
  const [isQueued, setQueued] = useState(false);

  const isChanged = isDirty || unfinished.uploading + unfinished.failed > 0;
  const reportDirty = useEffectEvent(onDirty);
  useEffect(() => reportDirty(isChanged), [isChanged]);

  const submit = handleSubmit(
    async (form) => {
      setQueued(false);
      const error = await save(form);
      if (!error) return onSaved();
      for (const { field, reason } of fieldErrors(error)) {
        const name = fieldOf(field);
        if (name) setError(name, { message: reason });
      }
    },
    (errors) => {
      setQueued(false);
      dispatch(notified({ title: 'Validation Error', text: invalidText(errors), tone: 'bad' }));
    },
  );
  const submitQueued = useEffectEvent(() => void submit());
  useEffect(() => {
    if (isQueued && unfinished.uploading === 0) submitQueued();
  }, [isQueued, unfinished.uploading]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isSubmitting) return;
    if (unfinished.uploading > 0) setQueued(true);
    else void submit();
  };
  return { isQueued, onSubmit };
};
