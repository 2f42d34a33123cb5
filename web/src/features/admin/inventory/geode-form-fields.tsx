import type { Geode } from '@geodes/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { Field } from '../../../ui/field.js';
import { Switch } from '../../../ui/switch.js';
import {
  MAX_LENGTH,
  geodeFormRules,
  categoryOptions,
  crystalOptions,
  toForm,
  OTHER_PLACE,
  placeOptions,
  tierOptions,
  type GeodeForm,
} from './geode-form.js';
import { History } from '../history/history.js';
import { PicturesField, type UnfinishedPictures } from '../pictures/pictures-field.js';
import { fieldErrors } from '../form/save-failure.js';
import { SelectField, TextAreaField } from '../form/form-fields.js';
import styles from '../form/form-sheet.module.css';
import { FormFoot, type SheetFormProps } from '../form/form-sheet.js';
import { useSaveGeode } from './use-save-geode.js';
import { availabilityOf } from '../../geodes/availability.js';

interface GeodeFormFieldsProps extends SheetFormProps {
  /** The geode to edit; undefined adds a new one. */
  opened: Geode | undefined;
}

/** The form's name of a field that the server names in an error. */
const formField = (field: string): keyof GeodeForm | undefined => {
  if (field === 'imageUrl' || field.startsWith('imageUrls')) return 'pictures';
  return field in toForm() ? (field as keyof GeodeForm) : undefined;
};

export const GeodeFormFields = ({ opened, isDirty, onDirty, onCancel, onSaved }: GeodeFormFieldsProps) => {
  const dispatch = useAppDispatch();
  const { geode, save, failure, isLoggedOut } = useSaveGeode(opened);
  const [unfinished, setUnfinished] = useState<UnfinishedPictures>({ uploading: 0, failed: 0 });
  /** The owner pressed Save while pictures were uploading. */
  const [isQueued, setQueued] = useState(false);
  const { register, control, handleSubmit, formState, setError } = useForm<GeodeForm>({
    defaultValues: toForm(opened),
  });
  const { errors, isSubmitting } = formState;
  const rules = geodeFormRules(geode);
  const {
    field: { ref: picturesRef, value: pictures, onChange: setPictures },
  } = useController({
    control,
    name: 'pictures',
    rules: { validate: (paths) => rules.pictures(paths, unfinished) },
  });
  const {
    field: { value: isFeatured, onChange: setFeatured },
  } = useController({ control, name: 'isFeatured' });
  const location = useWatch({ control, name: 'location' });

  const isChanged = formState.isDirty || unfinished.uploading + unfinished.failed > 0;
  const reportDirty = useEffectEvent(onDirty);
  useEffect(() => reportDirty(isChanged), [isChanged]);

  const submit = handleSubmit(
    async (form) => {
      setQueued(false);
      const error = await save(form);
      if (!error) return onSaved();
      for (const { field, reason } of fieldErrors(error)) {
        const name = formField(field);
        if (name) setError(name, { message: reason });
      }
    },
    () => {
      setQueued(false);
      const text = 'Please fix the errors in the form before submitting.';
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
        {geode && <StockNote geode={geode} />}
        <div ref={picturesRef} tabIndex={-1} className={styles.pictures}>
          <PicturesField
            label="Pictures"
            value={pictures}
            onChange={setPictures}
            error={errors.pictures?.message}
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
        <div className={styles.two}>
          <Field
            {...register('price', { validate: rules.price })}
            label="Price"
            type="number"
            inputMode="decimal"
            step={0.01}
            min={0.01}
            aria-required
            error={errors.price?.message}
            onWheel={(event) => event.currentTarget.blur()}
          />
          <Field
            {...register('quantity', { validate: rules.quantity })}
            label="Quantity"
            type="number"
            inputMode="numeric"
            step={1}
            min={1}
            aria-required
            error={errors.quantity?.message}
            onWheel={(event) => event.currentTarget.blur()}
          />
          <Field
            {...register('size', { validate: rules.size })}
            label="Size"
            placeholder="4.25 inches"
            autoComplete="off"
            maxLength={MAX_LENGTH.size}
            aria-required
            error={errors.size?.message}
          />
          <div>
            <SelectField
              {...register('location', { validate: rules.location })}
              label="Location"
              options={placeOptions(opened)}
              aria-required
              error={errors.location?.message}
            />
            {location === OTHER_PLACE && (
              <Field
                {...register('otherPlace', { validate: rules.otherPlace })}
                label="Name of the place"
                autoComplete="off"
                maxLength={MAX_LENGTH.otherPlace}
                aria-required
                error={errors.otherPlace?.message}
              />
            )}
          </div>
          <SelectField
            {...register('crystalType', { validate: rules.crystalType })}
            label="Crystal type"
            options={crystalOptions(opened)}
            aria-required
            error={errors.crystalType?.message}
          />
          <SelectField {...register('tier')} label="Tier" options={tierOptions} error={errors.tier?.message} />
          <SelectField
            {...register('category')}
            label="Category"
            options={categoryOptions}
            error={errors.category?.message}
          />
          <div className={styles.featured}>
            <span aria-hidden>Featured</span>
            <div className="row">
              <Switch label="Featured" isOn={isFeatured} onChange={setFeatured} />
              <span className="small" aria-hidden>
                Shown on the home page
              </span>
            </div>
          </div>
        </div>
        {geode && <History of="geodes" id={geode.id} />}
      </div>
      <FormFoot
        failure={failure}
        isLoggedOut={isLoggedOut}
        isDirty={isDirty}
        isQueued={isQueued}
        isSubmitting={isSubmitting}
        submitLabel={opened ? 'Save' : 'Add Geode'}
        onCancel={onCancel}
      />
    </form>
  );
};

/** Explains what editing a geode does that cannot be bought now. */
const StockNote = ({ geode }: { geode: Geode }) => {
  const availability = availabilityOf(geode);
  if (availability === 'available') return null;
  return (
    <p className={styles.note}>
      {availability === 'held'
        ? 'This geode is in another checkout. You can edit it; leave its quantity as it is, unless you have one more of it.'
        : 'This geode is sold. You can edit it without putting it back on sale; it is on sale again only if you set a quantity of 1 or more.'}
    </p>
  );
};
