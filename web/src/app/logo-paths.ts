/** The shop's mark, on a square of 32: `d` attributes of SVG paths. */
export const logoPaths = {
  rind: 'M9.6 3.6 14 2.1l6.2.7 5.3 2.9 3.7 5.5.7 6.1-2.4 6.2-4.9 4.7-6.4 1.9-6.3-1.3-5-4.3-2.5-6.2.5-6.4z',
  crystal: 'm16.8 7 6 3.4 1.7 6-3.3 6.4-7.1 1.7-5.6-4.7-.3-7.2z',
  /** The edges of the crystal. */
  cuts: 'm14.3 13.3 4.8.9-1.3 4.9-4.7-.8zM16.8 7l-2.5 6.3-6.1-.7M22.8 10.4l-3.7 3.8 5.4 2.2M21.2 22.8l-3.4-3.7-3.7 5.4M8.5 19.8l4.6-1.5',
};
