/** Returns at most `most` page numbers, with the current page as near the middle as the ends allow. */
export const pageWindow = (page: number, pages: number, most = 5): number[] => {
  const length = Math.min(most, Math.max(0, pages));
  const first = Math.max(1, Math.min(page - Math.floor(most / 2), pages - length + 1));
  return Array.from({ length }, (_, index) => first + index);
};
