/**
 * What lies under an open dialog is inert: focus, clicks and screen readers stay in the top layer. Only the site's own
 * layers are made so, not the whole document: Square appends the card issuer's challenge (3-D Secure) to the body, and
 * toasts stand there too; both must stay reachable while the cart is open.
 */
const open: HTMLElement[] = [];

/** Stops the page under a layer from scrolling, without a jump where its scrollbar was. */
const lockPage = (isLocked: boolean): void => {
  const page = document.documentElement;
  if (page.hasAttribute('data-locked') === isLocked) return;
  // only where it is needed: reading it lays out the page
  page.style.paddingRight = isLocked ? `${window.innerWidth - page.clientWidth}px` : '';
  page.toggleAttribute('data-locked', isLocked);
};

const settle = (): void => {
  const top = open.at(-1);
  const site = document.getElementById('root');
  // before anything becomes inert, which styles the whole site anew: what is read after it waits for that
  lockPage(top !== undefined);
  for (const layer of [site, ...open]) if (layer) layer.inert = top !== undefined && layer !== top;
};

/** Puts a layer on top of the others; the returned function takes it away again. */
export const openLayer = (layer: HTMLElement): (() => void) => {
  open.push(layer);
  settle();
  return () => {
    const index = open.indexOf(layer);
    if (index >= 0) open.splice(index, 1);
    layer.inert = false;
    settle();
  };
};
