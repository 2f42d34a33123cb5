import { prefersReducedMotion } from '../../ui/use-media.js';

const RECENT_MS = 2_000;
const SMALLEST = 0.3;

let pressed: { rect: DOMRect; at: number } | null = null;

/**
 * Responds to a click on a card in the next frame: its picture flashes, and the dialog will expand from it. `element`
 * is the clicked element in the card.
 */
export const acknowledgeClick = (element: Element): void => {
  const picture = element.closest('li')?.querySelector('img');
  if (!picture) return;
  pressed = { rect: picture.getBoundingClientRect(), at: performance.now() };
  if (!prefersReducedMotion()) picture.animate([{}, { opacity: 0.7, offset: 0.3 }, {}], 400);
};

/** Expands a panel from the picture of the last clicked card. Without one, the panel's own animation runs. */
export const expandFromCard = (panel: HTMLElement | null): void => {
  if (!panel || !pressed || performance.now() - pressed.at > RECENT_MS || prefersReducedMotion()) return;
  const from = pressed.rect;
  const to = panel.getBoundingClientRect();
  pressed = null;
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  const scale = Math.max(SMALLEST, from.width / to.width);
  panel.animate(
    [{ opacity: 0, transform: `translate(${x}px, ${y}px) scale(${scale})` }, { opacity: 1, offset: 0.4 }, {}],
    { duration: 250, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
  );
};
