/** The card form: formats what is typed, says what is wrong with it, and trades it for a token at the simulator. */
import {
  brandOf,
  CARD_FIELDS,
  digitsOf,
  formatCardNumber,
  formatExpirationDate,
  OTHER_BRAND,
  problemsWith,
  problemWith,
} from './card-rules.js';
import { verificationProblems } from './verification-rules.js';

const TOKEN_TIMEOUT_MS = 15_000;

const container = document.querySelector('.input-container');
const messages = document.querySelector('.messages');
const inputs = Object.fromEntries(CARD_FIELDS.map((field) => [field, document.getElementById(field)]));
/** What is said about a field, by field; a field that is not here is not marked. */
const problems = new Map();
let port;
let brand = OTHER_BRAND;

const entry = () => Object.fromEntries(CARD_FIELDS.map((field) => [field, inputs[field].value]));

const reportHeight = () => port?.postMessage({ height: Math.ceil(document.querySelector('form').scrollHeight) });
new ResizeObserver(reportHeight).observe(document.body);

const ICON = '<path d="M8 4.8v3.8M8 11.2v.1"/><circle cx="8" cy="8" r="6.6"/>';
const messageLine = (field, text) => {
  const line = document.createElement('li');
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  icon.setAttribute('viewBox', '0 0 16 16');
  icon.setAttribute('class', 'message-icon is-error');
  icon.setAttribute('aria-hidden', 'true');
  icon.innerHTML = ICON;
  const words = document.createElement('span');
  words.className = 'message-text is-error';
  words.id = `${field}-message`;
  words.textContent = text;
  line.append(icon, words);
  return line;
};

const showProblems = () => {
  const shown = CARD_FIELDS.filter((field) => problems.has(field));
  messages.replaceChildren(...shown.map((field) => messageLine(field, problems.get(field))));
  container.classList.toggle('is-error', shown.length > 0);
  for (const field of CARD_FIELDS) {
    const isWrong = problems.has(field);
    inputs[field].closest('.field').classList.toggle('is-error', isWrong);
    inputs[field].classList.toggle('is-error', isWrong);
    inputs[field].setAttribute('aria-invalid', String(isWrong));
    if (isWrong) inputs[field].setAttribute('aria-describedby', `${field}-message`);
    else inputs[field].removeAttribute('aria-describedby');
  }
};

/** Marks a field, or with no message takes the mark away. */
const mark = (field, message) => {
  if (problems.get(field) === message) return;
  if (message) problems.set(field, message);
  else problems.delete(field);
  showProblems();
};

/** Writes the formatted text and leaves the caret behind the digit that it stood behind. */
const reformat = (input, format) => {
  const { value, selectionStart } = input;
  const formatted = format(value);
  if (formatted === value) return;
  const isAtEnd = selectionStart === value.length;
  const digitsBefore = digitsOf(value.slice(0, selectionStart ?? 0)).length;
  input.value = formatted;
  if (document.activeElement !== input) return;
  let place = isAtEnd ? formatted.length : 0;
  for (let digits = 0; !isAtEnd && digits < digitsBefore && place < formatted.length; place += 1)
    if (/\d/.test(formatted[place])) digits += 1;
  input.setSelectionRange(place, place);
};

const isDeleting = (event) => event.inputType?.startsWith('delete');
const onTyped = {
  cardNumber: (input) => {
    reformat(input, formatCardNumber);
    const now = brandOf(input.value);
    if (now === brand) return;
    brand = now;
    document.getElementById('brand').textContent = brand.name;
    inputs.cvv.maxLength = brand.cvvLength;
  },
  // While deleting, the slash is not put back behind the month.
  expirationDate: (input, event) =>
    isDeleting(event) ? (input.value = input.value.replace(/\/$/, '')) : reformat(input, formatExpirationDate),
  cvv: (input) => reformat(input, (text) => digitsOf(text).slice(0, brand.cvvLength)),
};

for (const field of CARD_FIELDS) {
  const input = inputs[field];
  input.addEventListener('input', (event) => {
    onTyped[field]?.(input, event);
    if (problems.has(field)) mark(field, problemWith(field, entry(), new Date()));
    if (field === 'cardNumber' && problems.has('cvv')) mark('cvv', problemWith('cvv', entry(), new Date()));
  });
  input.addEventListener('focus', () => {
    container.classList.add('is-focus');
    input.classList.add('is-focus');
  });
  input.addEventListener('blur', () => {
    container.classList.remove('is-focus');
    input.classList.remove('is-focus');
    if (input.value !== '') mark(field, problemWith(field, entry(), new Date()));
  });
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') port?.postMessage({ event: 'submit' });
    if (key === 'Escape') port?.postMessage({ event: 'escape' });
  });
}
document.querySelector('form').addEventListener('submit', (event) => event.preventDefault());

const invalid = (found) => {
  for (const field of CARD_FIELDS) mark(field, found.find((one) => one.field === field)?.message);
  if (found[0]) inputs[found[0].field].focus();
  return {
    status: 'Invalid',
    errors: found.map(({ field, message }) => ({ type: 'VALIDATION_ERROR', field, message })),
  };
};

/*
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

const invalidStyle = (what, name) => Object.assign(new Error(`The style ${what} is invalid.`), { name });

const newRule = (sheet, selector) => sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];

const addRules = (sheet, style) => {
  for (const [selector, value] of Object.entries(style)) {
    if (/^@media [\w\s():.,-]+$/.test(selector)) {
      addRules(newRule(sheet, selector), value);
      continue;
    }
    if (!Object.hasOwn(SELECTORS, selector))
      throw invalidStyle(`selector ${selector}`, 'InvalidInputStyleSelectorError');
    const [ours, allowed] = SELECTORS[selector];
    const rule = newRule(sheet, ours);
    for (const [property, text] of Object.entries(value)) {
      if (!allowed.includes(property))
        throw invalidStyle(`property ${property} of ${selector}`, 'InvalidInputStylePropertyError');
      rule.style[property] = text;
    }
  }
};

/** Throws an Error named as Square's where a selector or property is not one of Square's. */
const applyStyle = (style) => {
  const sheet = new CSSStyleSheet();
  addRules(sheet, style);
  document.adoptedStyleSheets = [sheet];
};

const tokenize = async (details) => {
  const refused = details ? verificationProblems(details) : [];
  if (refused.length > 0) return { refused };
  const found = problemsWith(entry(), new Date());
  if (found.length > 0) return invalid(found);
  try {
    const response = await fetch('card-nonce', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(entry()),
      signal: AbortSignal.timeout(TOKEN_TIMEOUT_MS),
    });
    const reply = await response.json();
    if (response.status === 422) return invalid(reply.problems);
    if (!response.ok) throw new Error('refused');
    return {
      status: 'OK',
      token: reply.token,
      challenge: details !== undefined && reply.challenge,
      details: { method: 'Card', card: reply.card, billing: reply.billing },
    };
  } catch {
    const message = 'The card could not be sent. Check the connection and try again.';
    return { status: 'Error', errors: [{ type: 'NETWORK_ERROR', message }] };
  }
};

const answer = async (id, work) => {
  try {
    port.postMessage({ id, result: await work() });
  } catch ({ name, message }) {
    port.postMessage({ id, error: { name: name.startsWith('Invalid') ? name : 'UnexpectedError', message } });
  }
};

/** The first page to open the form is its only one: later messages come over the port alone. */
const open = ({ source, data, ports }) => {
  if (source !== window.parent || data?.square !== 'open' || !ports[0]) return;
  window.removeEventListener('message', open);
  port = ports[0];
  port.onmessage = ({ data: { id, details } }) => void answer(id, () => tokenize(details));
  reportHeight();
  void answer(0, () => data.style && applyStyle(data.style));
};
window.addEventListener('message', open);
