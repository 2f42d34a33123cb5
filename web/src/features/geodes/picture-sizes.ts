/** How wide the large picture of an open geode is shown, as in the `sizes` attribute. */
export const DETAIL_SIZES = '(min-width: 1280px) 626px, (min-width: 1024px) 50vw, 88vw';
