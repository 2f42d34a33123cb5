import type { Verdict } from '@geodes/contracts/geode-fields';
import { useEffect, useEffectEvent, useState, type FormEvent, type ReactNode } from 'react';
import { useController, type FieldErrors, type Path, type UseFormReturn } from 'react-hook-form';
import { fieldErrors } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { isUploading, pictureReducer, type FormPicture, type PictureAction } from '../pictures/picture-list.js';
import { PicturesField } from '../pictures/pictures-field.js';
import { FailureNote } from '../form/failure-note.js';
import { DialogAnswers } from '../small-dialog.js';
import type { SheetFormProps } from './form-sheet.js';
import styles from './form-sheet.module.css';
import { failureText, type Failure } from './failure.js';
import { useLeaveWarning } from './unsaved-changes.js';

interface PictureValues {
  title: string;
  /** The first is the main picture. */
  pictures: FormPicture[];
}

interface PictureFormProps<Form extends PictureValues> extends SheetFormProps {
  form: UseFormReturn<Form>;
  /** What is added or edited, as the notices and the note of a lost response call it. */
  name: string;
  noun: string;
  isNew: boolean;
  picturesLabel: string;
  checkPictures: (pictures: FormPicture[]) => Verdict;
  /** Resolves to undefined if nothing was changed, and so nothing sent. `note` follows the text of a failure. */
  save: (form: Form) => Promise<{ error?: unknown; note?: string } | undefined>;
  /** Returns the text of the notice about a form with errors, if it is not the usual one. */
  invalidText?: (errors: FieldErrors<Form>) => string | undefined;
  submitLabel: string;
  /** Shown above the pictures. */
  head?: ReactNode;
  /** The other fields. */
  children: ReactNode;
}

/** Says that an addition got no response. `noun` names the added thing. */
const maybeAddedText = (noun: string): string =>
  `No answer came from the shop. The ${noun} may have been added all the same: look at the list before you add it again.`;

/**
 * A form with pictures in a sheet. Saves once its pictures are uploaded, reports the outcome, and warns before something
 * that is not saved is lost.
 */
export const PictureForm = <Form extends PictureValues>(props: PictureFormProps<Form>) => {
  const { form, name, noun, isNew, picturesLabel, checkPictures, save, invalidText, submitLabel, head, children } =
    props;
  const { isOpen, onSending, onCancel, onSaved } = props;
  const dispatch = useAppDispatch();
  const [failure, setFailure] = useState<Failure>();
  /** The owner pressed Save while pictures were uploading. */
  const [isQueued, setQueued] = useState(false);
  const { isDirty, isSubmitting } = form.formState;
  const picturesName = 'pictures' as Path<Form>;
  const {
    field: { ref, value, onChange },
    fieldState: { error: picturesError },
  } = useController({
    control: form.control,
    name: picturesName,
    rules: { validate: (pictures) => checkPictures(pictures as FormPicture[]) },
  });
  const pictures = value as FormPicture[];
  const hasUploads = pictures.some(isUploading);
  // Not from `pictures`: several uploads may change them between two renderings.
  const changePictures = (action: PictureAction) =>
    onChange(pictureReducer(form.getValues(picturesName) as FormPicture[], action));

  const isUnsaved = isOpen && isDirty;
  useLeaveWarning(isUnsaved);

  const submit = form.handleSubmit(
    async (values) => {
      setQueued(false);
      setFailure(undefined);
      onSending(true);
      const result = await save(values).finally(() => onSending(false));
      if (!result) return onSaved();
      const { error, note = '' } = result;
      if (!error) {
        dispatch(notified({ title: `${name} ${isNew ? 'added' : 'updated'}`, text: values.title.trim() }));
        return onSaved();
      }
      setFailure({ error, text: failureText(error, isNew ? maybeAddedText(noun) : undefined) + note });
      const title = `Failed to ${isNew ? 'add' : 'update'} ${name.toLowerCase()}`;
      dispatch(notified({ title, text: 'Please try again.', tone: 'bad' }));
      for (const { field, reason } of fieldErrors(error)) {
        // The server calls them `images`, or `imageUrl` and `imageUrls`.
        const own = field.startsWith('image') ? 'pictures' : field;
        if (own in values) form.setError(own as Path<Form>, { message: reason });
      }
    },
    (errors) => {
      setQueued(false);
      const text = invalidText?.(errors) ?? 'Please fix the errors in the form before submitting.';
      dispatch(notified({ title: 'Validation Error', text, tone: 'bad' }));
    },
  );
  const submitQueued = useEffectEvent(() => void submit());
  useEffect(() => {
    if (isQueued && !hasUploads) submitQueued();
  }, [isQueued, hasUploads]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isSubmitting) return;
    if (hasUploads) setQueued(true);
    else void submit();
  };
  return (
    <form noValidate className={styles.form} onSubmit={onSubmit}>
      <div className={styles.scroll}>
        {head}
        <div ref={ref} tabIndex={-1}>
          <PicturesField
            label={picturesLabel}
            pictures={pictures}
            onAction={changePictures}
            error={picturesError?.message}
          />
        </div>
        {children}
      </div>
      <footer className={styles.foot}>
        <FailureNote {...failure} className={styles.failure} />
        <p role="status" className={styles.state}>
          {isQueued && 'Saving once the pictures are uploaded …'}
          {!isQueued && isUnsaved && 'Unsaved changes'}
        </p>
        <DialogAnswers busy={isSubmitting || isQueued} onCancel={onCancel} className={styles.answers}>
          {submitLabel}
        </DialogAnswers>
      </footer>
    </form>
  );
};
