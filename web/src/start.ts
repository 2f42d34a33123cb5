/**
 * The first script of a page; it blocks rendering. It delays the site's scripts until the first view is painted. Clicks
 * and input that come before the site is rendered are recorded, acknowledged at once and replayed then.
 */

/** Upper limit, milliseconds: a background tab never paints, and pictures can be slow. */
const MAX_WAIT_MS = 2_000;
/** Milliseconds to wait for late content (lists) when replaying. */
const REPLAY_TIMEOUT_MS = 20_000;

interface Press {
  name: string;
  /** Id of the geode on whose card the button is. */
  geode: string | undefined;
}

const pressOf = (element: Element): Press => ({
  name: element.id || element.getAttribute('aria-label') || element.textContent.trim(),
  geode: /(?<=[?&]geode=)[\w-]+/.exec(element.closest('li')?.querySelector('a')?.search ?? '')?.[0],
});

const waiting: Press[] = [];

type Field = HTMLInputElement | HTMLSelectElement;

/** Typed or chosen values, by field or radio group. */
const changed = new Map<string | null | undefined, string>();

const fieldName = (field: Field) =>
  field.ariaLabel ?? (field.type === 'radio' ? field.closest('fieldset') : field.labels?.[0])?.textContent;

const recordChange = ({ target }: Event): void => {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
    changed.set(fieldName(target), target.value);
};
document.addEventListener('input', recordChange);

const replayChanges = (): void => {
  for (const field of document.querySelectorAll<Field>('input, select')) {
    const name = fieldName(field);
    const value = changed.get(name);
    if (value === undefined) continue;
    if (field.type === 'radio') {
      if (field.value === value) field.click();
    } else {
      changed.delete(name);
      // React overrides the value setter of a field to track its own writes; use the native one.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event(field.type === 'search' ? 'input' : 'change', { bubbles: true }));
    }
  }
};

const recordClick = (event: MouseEvent): void => {
  const pressed = event.target instanceof Element ? event.target.closest('a, button') : null;
  if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const isLink = pressed instanceof HTMLAnchorElement;
  // A link needs no replay.
  if (isLink && (pressed.origin !== location.origin || pressed.hash)) return;
  if (!isLink && pressed.ariaBusy !== 'true') waiting.push(pressOf(pressed));
  pressed.ariaBusy = 'true';
};
document.addEventListener('click', recordClick);

/** Replays recorded clicks. Those whose button is not there yet stay queued. */
const replayClicks = (): void => {
  const buttons = [...document.querySelectorAll('button')];
  for (const press of waiting.splice(0)) {
    const button = buttons.find((one) => {
      const { name, geode } = pressOf(one);
      return name === press.name && geode === press.geode;
    });
    if (button) button.click();
    else waiting.push(press);
  }
};

document.addEventListener(
  'drawn',
  () => {
    document.removeEventListener('click', recordClick);
    document.removeEventListener('input', recordChange);
    replayChanges();
    replayClicks();
    const later = new MutationObserver(() => {
      replayClicks();
      if (waiting.length === 0) later.disconnect();
    });
    if (waiting.length > 0) later.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => later.disconnect(), REPLAY_TIMEOUT_MS);
  },
  { once: true },
);

const parsed = new Promise<void>((resolve) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => resolve());
  else resolve();
});

const painted = new Promise<void>((resolve) => {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    resolve();
  }).observe({ type: 'paint', buffered: true });
});

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/**
 * Resolves when the first view and its largest picture are painted: one frame after the frame that shows them began.
 */
const firstViewPainted = async () => {
  await painted;
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  await picture?.decode().catch(() => undefined);
  await nextFrame();
  await nextFrame();
};

await parsed;
await Promise.race([firstViewPainted(), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
const site = document.querySelector<HTMLTemplateElement>('template#site');
site?.replaceWith(site.content);
