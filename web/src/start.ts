/** In a tab that nobody looks at nothing is painted, and on a poor line pictures take long: milliseconds. */
const LONGEST_WAIT_MS = 2_000;

const painted = new Promise<void>((resolve) => {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    resolve();
  }).observe({ type: 'paint', buffered: true });
});

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Ends when what is seen first has been drawn, with its largest picture: a frame after the one that shows it has begun. */
const seen = async () => {
  await painted;
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  await picture?.decode().catch(() => undefined);
  await nextFrame();
  await nextFrame();
};

const tooLong = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
await Promise.race([seen(), tooLong]);
const site = document.querySelector<HTMLTemplateElement>('template#site');
site?.replaceWith(site.content);
