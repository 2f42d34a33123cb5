import { GEODE_FIELDS, geodeField, isRequired } from '@geodes/contracts/geode-fields';
import type { Geode } from '@geodes/contracts';
import { useController, useWatch, type UseFormReturn } from 'react-hook-form';
import { Field } from '../../../ui/field.js';
import { Switch } from '../../../ui/switch.js';
import { InstantField, SelectField } from '../form/form-fields.js';
import styles from '../form/form-sheet.module.css';
import { isInstant, toInstant } from '../dates.js';
import { optionsOf, OTHER_PLACE, type FormField, type GeodeForm, type geodeFormRules } from './geode-form.js';

interface GeodeFormFieldProps {
  name: FormField;
  form: UseFormReturn<GeodeForm>;
  rules: ReturnType<typeof geodeFormRules>;
  /** The geode to edit; undefined adds a new one. */
  opened: Geode | undefined;
}

/** The control of one field, by its row in GEODE_FIELDS. */
export const GeodeFormField = (props: GeodeFormFieldProps) => {
  const { name, form, rules, opened } = props;
  const field = geodeField(name);
  if (field.kind === 'switch') return <SwitchField {...props} label={field.label} hint={field.hint} />;
  if (field.kind === 'instant') return <SaleInstantField {...props} />;
  const common = {
    ...form.register(name, { validate: rules[name] }),
    label: field.label,
    'aria-required': isRequired(field) || undefined,
    error: form.formState.errors[name]?.message,
  };
  if (field.kind === 'price' || field.kind === 'count') {
    const least = field.kind === 'price' ? 0.01 : 1;
    return (
      <Field
        {...common}
        type="number"
        inputMode={field.kind === 'price' ? 'decimal' : 'numeric'}
        step={least}
        min={least}
        onWheel={(event) => event.currentTarget.blur()}
      />
    );
  }
  if (field.kind !== 'text' || field.offered) {
    const select = <SelectField {...common} options={optionsOf(name, opened)} />;
    return name === 'location' ? (
      <div>
        {select}
        <OtherPlace {...props} />
      </div>
    ) : (
      select
    );
  }
  return field.isLong ? (
    <Field isLong {...common} maxLength={field.maxLength} />
  ) : (
    <Field
      {...common}
      placeholder={field.example}
      optional={!isRequired(field)}
      autoComplete="off"
      maxLength={field.maxLength}
    />
  );
};

/** Takes the name of a place that is not offered. */
const OtherPlace = ({ form: { register, control, formState }, rules }: GeodeFormFieldProps) => {
  const location = useWatch({ control, name: 'location' });
  if (location !== OTHER_PLACE) return null;
  return (
    <Field
      {...register('otherPlace', { validate: rules.otherPlace })}
      label="Name of the place"
      autoComplete="off"
      maxLength={GEODE_FIELDS.location.maxLength}
      aria-required
      error={formState.errors.otherPlace?.message}
    />
  );
};

/** Takes when the geode goes on sale. */
const SaleInstantField = ({ form: { control, formState }, rules, opened }: GeodeFormFieldProps) => {
  const {
    field: { value, onChange, onBlur, ref },
  } = useController({ control, name: 'availableFrom', rules: { validate: rules.availableFrom } });
  const instant = toInstant(value, opened?.availableFrom);
  return (
    <InstantField
      ref={ref}
      label={GEODE_FIELDS.availableFrom.label}
      minute={value}
      onMinute={onChange}
      onBlur={onBlur}
      instant={isInstant(instant) ? instant : undefined}
      hint="Empty: on sale at once"
      error={formState.errors.availableFrom?.message}
    />
  );
};

const SwitchField = ({
  name,
  form: { control },
  label,
  hint,
}: GeodeFormFieldProps & { label: string; hint: string }) => {
  const {
    field: { value, onChange },
  } = useController({ control, name });
  return (
    <div className={styles.featured}>
      <span aria-hidden>{label}</span>
      <div className="row">
        <Switch label={label} isOn={value === true} onChange={onChange} />
        <span className="small" aria-hidden>
          {hint}
        </span>
      </div>
    </div>
  );
};
