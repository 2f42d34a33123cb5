import type { ShowcaseItem } from '@geodes/contracts';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { Field } from '../../../ui/field.js';
import { failureText, maybeAddedText, useSaveFailure } from '../form/save-failure.js';
import { usePictureForm } from '../form/use-picture-form.js';
import { useAddShowcaseItemMutation, useUpdateShowcaseItemMutation } from './showcase-admin.api.js';
import { itemChanges, newItemBody, toForm, MAX_LENGTH, showcaseFormRules, type ShowcaseForm } from './showcase-form.js';
import { tierOptions } from '../form/tier-options.js';
import { History } from '../history/history.js';
import type { UnfinishedPictures } from '../pictures/picture-list.js';
import { PicturesField } from '../pictures/pictures-field.js';
import { SelectField } from '../form/form-fields.js';
import styles from '../form/form-sheet.module.css';
import { FormFoot, type SheetFormProps } from '../form/form-sheet.js';

/** Adds or edits a showcase item, and reports the outcome. */
const useSaveShowcaseItem = (item: ShowcaseItem | undefined) => {
  const dispatch = useAppDispatch();
  const { failure, isLoggedOut, clearFailure, showFailure } = useSaveFailure();
  const [add] = useAddShowcaseItemMutation();
  const [update] = useUpdateShowcaseItemMutation();

  const send = (form: ShowcaseForm) =>
    item ? update({ id: item.id, changes: itemChanges(item, form) }) : add(newItemBody(form));

  /** Resolves to the error of a failed call. Sends nothing if nothing was changed. */
  const save = async (form: ShowcaseForm): Promise<unknown> => {
    clearFailure();
    if (item && Object.keys(itemChanges(item, form)).length === 0) return undefined;
    const { error } = await send(form);
    if (error) {
      showFailure(error, failureText(error, item ? undefined : maybeAddedText('item')));
      const title = item ? 'Failed to update showcase item' : 'Failed to add showcase item';
      dispatch(notified({ title, text: 'Please try again.', tone: 'bad' }));
      return error;
    }
    dispatch(notified({ title: item ? 'Showcase item updated' : 'Showcase item added', text: form.title.trim() }));
    return undefined;
  };

  return { save, failure, isLoggedOut };
};

interface ShowcaseFormFieldsProps extends SheetFormProps {
  /** The item to edit; undefined adds a new one. */
  item?: ShowcaseItem;
}

/** The form's name of a field that the server names in an error. */
const fieldOf = (field: string): keyof ShowcaseForm | undefined => {
  if (field.startsWith('images')) return 'images';
  return field in toForm() ? (field as keyof ShowcaseForm) : undefined;
};

export const ShowcaseFormFields = ({ item, isDirty, onDirty, onCancel, onSaved }: ShowcaseFormFieldsProps) => {
  const { save, failure, isLoggedOut } = useSaveShowcaseItem(item);
  const [unfinished, setUnfinished] = useState<UnfinishedPictures>({ uploading: 0, failed: 0 });
  const form = useForm<ShowcaseForm>({ defaultValues: toForm(item) });
  const { register, control } = form;
  const { errors, isSubmitting } = form.formState;
  const rules = showcaseFormRules(item);
  const {
    field: { ref: imagesRef, value: images, onChange: setImages },
  } = useController({ control, name: 'images', rules: { validate: () => rules.images(unfinished) } });
  const { isQueued, onSubmit } = usePictureForm(form, {
    unfinished,
    save,
    fieldOf,
    invalidText: ({ title, description }) =>
      title || description
        ? 'Title and description are required.'
        : 'Please fix the errors in the form before submitting.',
    onDirty,
    onSaved,
  });

  return (
    <form noValidate className={styles.form} onSubmit={onSubmit}>
      <div className={styles.scroll}>
        <div ref={imagesRef} tabIndex={-1}>
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
        <Field
          isLong
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
      <FormFoot
        failure={failure}
        isLoggedOut={isLoggedOut}
        isDirty={isDirty}
        isQueued={isQueued}
        isSubmitting={isSubmitting}
        submitLabel="Save"
        onCancel={onCancel}
      />
    </form>
  );
};
