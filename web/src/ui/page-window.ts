const MAX_LENGTH = 5;

/** Returns the page numbers to show, with the current page as near the middle as the ends allow. */
export const pageWindow = (page: number, pages: number): number[] => {
  const length = Math.min(MAX_LENGTH, Math.max(0, pages));
  const first = Math.max(1, Math.min(page - Math.floor(MAX_LENGTH / 2), pages - length + 1));
  return Array.from({ length }, (_, index) => first + index);
};
