import { Field } from '../../ui/field.js';

/** The text of a template. */
export interface TemplateText {
  headline: string;
  /** One line under the headline. */
  detail: string;
}

const MAX_LENGTH = 120;

/** The fields for the text of a template. */
export const TextControl = ({ text, onChange }: { text: TemplateText; onChange: (text: TemplateText) => void }) => (
  <div>
    <Field
      label="Headline"
      maxLength={MAX_LENGTH}
      value={text.headline}
      onChange={(event) => onChange({ ...text, headline: event.target.value })}
    />
    <Field
      label="Detail"
      maxLength={MAX_LENGTH}
      value={text.detail}
      onChange={(event) => onChange({ ...text, detail: event.target.value })}
    />
  </div>
);
