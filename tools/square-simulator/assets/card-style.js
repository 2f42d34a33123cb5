/**
 * The `style` option of Square's card form: its selectors and properties, written through the CSS object model, so that
 * a value can never be more than a value.
 */
const INPUT = ['backgroundColor', 'color', 'fontFamily', 'fontSize', 'fontWeight'];
const EDGE = ['borderColor', 'borderWidth'];

/** Square's selector, the one of this form, and what may be set there. */
const SELECTORS = {
  input: ['input', INPUT],
  'input.is-focus': ['input.is-focus', INPUT],
  'input.is-error': ['input.is-error', ['color']],
  'input::placeholder': ['label', ['color']],
  'input.is-focus::placeholder': ['input.is-focus ~ label', ['color']],
  'input.is-error::placeholder': ['input.is-error ~ label', ['color']],
  '.input-container': ['.input-container', [...EDGE, 'borderRadius']],
  '.input-container.is-focus': ['.input-container.is-focus', EDGE],
  '.input-container.is-error': ['.input-container.is-error', EDGE],
  '.message-text': ['.hint', ['color']],
  '.message-icon': ['.message-icon', ['color']],
  '.message-text.is-error': ['.message-text.is-error', ['color']],
  '.message-icon.is-error': ['.message-icon.is-error', ['color']],
};

const invalid = (what, name) => Object.assign(new Error(`The style ${what} is invalid.`), { name });

const newRule = (sheet, selector) => sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];

const addRules = (sheet, style) => {
  for (const [selector, value] of Object.entries(style)) {
    if (/^@media [\w\s():.,-]+$/.test(selector)) {
      addRules(newRule(sheet, selector), value);
      continue;
    }
    if (!Object.hasOwn(SELECTORS, selector)) throw invalid(`selector ${selector}`, 'InvalidInputStyleSelectorError');
    const [ours, allowed] = SELECTORS[selector];
    const rule = newRule(sheet, ours);
    for (const [property, text] of Object.entries(value)) {
      if (!allowed.includes(property))
        throw invalid(`property ${property} of ${selector}`, 'InvalidInputStylePropertyError');
      rule.style[property] = text;
    }
  }
};

/** Throws an Error named as Square's where a selector or property is not one of Square's. */
export const applyStyle = (style) => {
  const sheet = new CSSStyleSheet();
  addRules(sheet, style);
  document.adoptedStyleSheets = [sheet];
};
