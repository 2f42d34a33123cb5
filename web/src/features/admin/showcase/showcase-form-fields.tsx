import type { ShowcaseItem } from '@geodes/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { Button } from '../../../ui/button.js';
import { Field } from '../../../ui/field.js';
import { History } from '../history/history.js';
import { LoggedOutNote } from '../session/logged-out-note.js';
import { PicturesField, type UnfinishedPictures } from '../pictures/pictures-field.js';
import { fieldErrors } from '../form/save-failure.js';
import { SelectField } from '../form/select-field.js';
import { toForm, MAX_LENGTH, showcaseFormRules, tierOptions, type ShowcaseForm } from './showcase-form.js';
import { useSaveShowcaseItem } from './showcase-save.js';
import styles from '../form/form-sheet.module.css';
import { TextAreaField } from '../form/text-area-field.js';

interface ShowcaseFormFieldsProps {
  item?: ShowcaseItem;
  isDirty: boolean;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}

/** Where the server found fault with a field it says so; these are the names it knows them by. */
const fieldNamed = (field: string): keyof ShowcaseForm | undefined => {
  if (field.startsWith('images')) return 'images';
  return field in toForm() ? (field as keyof ShowcaseForm) : undefined;
};

export const ShowcaseFormFields = ({ item, isDirty, onDirty, onCancel, onSaved }: ShowcaseFormFieldsProps) => {
  const dispatch = useAppDispatch();
  const { save, failure, isLoggedOut } = useSaveShowcaseItem(item);
  const [unfinished, setUnfinished] = useState<UnfinishedPictures>({ uploading: 0, failed: 0 });
  /** Save was pressed while pictures were on their way. */
  const [isQueued, setQueued] = useState(false);
  const { register, control, handleSubmit, formState, setError } = useForm<ShowcaseForm>({
    defaultValues: toForm(item),
  });
  const { errors, isSubmitting } = formState;
  const rules = showcaseFormRules(item);
  const {
    field: { ref: imagesRef, value: images, onChange: setImages },
  } = useController({ control, name: 'images', rules: { validate: () => rules.images(unfinished) } });

  const isChanged = formState.isDirty || unfinished.uploading + unfinished.failed > 0;
  const tellDirty = useEffectEvent(onDirty);
  useEffect(() => tellDirty(isChanged), [isChanged]);

  const submit = handleSubmit(
    async (form) => {
      setQueued(false);
      const error = await save(form);
      if (!error) return onSaved();
      for (const { field, reason } of fieldErrors(error)) {
        const name = fieldNamed(field);
        if (name) setError(name, { message: reason });
      }
    },
    ({ title, description }) => {
      setQueued(false);
      const text =
        title || description
          ? 'Title and description are required.'
          : 'Please fix the errors in the form before submitting.';
      dispatch(notified({ title: 'Validation Error', text, tone: 'bad' }));
    },
  );
  const submitQueued = useEffectEvent(() => void submit());
  useEffect(() => {
    if (isQueued && unfinished.uploading === 0) submitQueued();
  }, [isQueued, unfinished.uploading]);

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isSubmitting) return;
        if (unfinished.uploading > 0) setQueued(true);
        else void submit();
      }}
    >
      <div className={styles.scroll}>
        <div ref={imagesRef} tabIndex={-1} className={styles.pictures}>
          <PicturesField
            label="Images"
            value={images}
            onChange={setImages}
            error={errors.images?.message}
            onUnfinished={setUnfinished}
          />
        </div>
        <Field
          {...register('title', { validate: rules.title })}
          label="Title"
          autoComplete="off"
          maxLength={MAX_LENGTH.title}
          aria-required
          error={errors.title?.message}
        />
        <TextAreaField
          {...register('description', { validate: rules.description })}
          label="Description"
          maxLength={MAX_LENGTH.description}
          aria-required
          error={errors.description?.message}
        />
        <Field
          {...register('videoUrl', { validate: rules.videoUrl })}
          label="Video URL"
          inputMode="url"
          placeholder="https://www.youtube.com/watch?v=…"
          autoComplete="off"
          maxLength={MAX_LENGTH.videoUrl}
          error={errors.videoUrl?.message}
        />
        <div className={styles.two}>
          <SelectField {...register('tier')} label="Tier" options={tierOptions} error={errors.tier?.message} />
        </div>
        {item && <History of="showcase" id={item.id} />}
      </div>
      <footer className={styles.foot}>
        <div role="alert" className={styles.failure}>
          {isLoggedOut ? <LoggedOutNote /> : failure}
        </div>
        <p role="status" className={styles.state}>
          {isQueued && 'Saving once the pictures are uploaded …'}
          {!isQueued && isDirty && 'Unsaved changes'}
        </p>
        <div className={styles.answers}>
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" busy={isSubmitting || isQueued}>
            Save
          </Button>
        </div>
      </footer>
    </form>
  );
};
