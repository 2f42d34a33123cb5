import type { ShowcaseItem } from '@geodes/contracts';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { Field } from '../../../ui/field.js';
import { SelectField } from '../form/form-fields.js';
import type { SheetFormProps } from '../form/form-sheet.js';
import styles from '../form/form-sheet.module.css';
import { PictureForm } from '../form/picture-form.js';
import { optionsOf } from '../inventory/geode-form.js';
import { History } from '../history/history.js';
import { useAddShowcaseItemMutation, useUpdateShowcaseItemMutation } from './showcase-admin.api.js';
import { itemChanges, newItemBody, toForm, MAX_LENGTH, showcaseFormRules, type ShowcaseForm } from './showcase-form.js';

interface ShowcaseFormFieldsProps extends SheetFormProps {
  /** The item to edit; undefined adds a new one. */
  item?: ShowcaseItem;
}

export const ShowcaseFormFields = ({ item, ...sheet }: ShowcaseFormFieldsProps) => {
  const [add] = useAddShowcaseItemMutation();
  const [update] = useUpdateShowcaseItemMutation();
  const form = useForm<ShowcaseForm>({ defaultValues: toForm(item) });
  const rules = showcaseFormRules(item);

  const save = async (typed: ShowcaseForm) => {
    if (!item) return add(newItemBody(typed));
    const changes = itemChanges(item, typed);
    return Object.keys(changes).length > 0 ? update({ id: item.id, changes }) : undefined;
  };
  return (
    <PictureForm
      {...sheet}
      form={form}
      name="Showcase item"
      noun="item"
      isNew={!item}
      picturesLabel="Images"
      checkPictures={rules.pictures}
      save={save}
      invalidText={({ title, description }) =>
        title || description ? 'Title and description are required.' : undefined
      }
      submitLabel="Save"
    >
      <TextFields form={form} rules={rules} />
      {item && <History of="showcase" id={item.id} />}
    </PictureForm>
  );
};

interface TextFieldsProps {
  form: UseFormReturn<ShowcaseForm>;
  rules: ReturnType<typeof showcaseFormRules>;
}

/** A component of its own: the form looks for the first error in the order of registration, pictures first. */
const TextFields = ({ form: { register, formState }, rules }: TextFieldsProps) => {
  const { errors } = formState;
  return (
    <>
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
        <SelectField {...register('tier')} label="Tier" options={optionsOf('tier')} error={errors.tier?.message} />
      </div>
    </>
  );
};
