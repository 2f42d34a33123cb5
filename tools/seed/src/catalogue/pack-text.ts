/** Boxes and packs: what is in them is the same each time, so are the texts. */
export const GIFT_BOXES = [
  {
    title: 'Gift Box: Six Opened Geodes',
    text: 'Six small geodes, each opened to show its crystals, bedded on crinkled paper in a folding card box. Two are quartz; the others hold amethyst, calcite, chalcedony and pyrite, so that one box shows what a riverbed can hide. A card names each stone.',
  },
  {
    title: 'Gift Box: A Small Cabinet of Geodes',
    text: 'A cabinet in a box: six palm-sized geodes chosen to differ in colour, from violet amethyst to brassy pyrite. The stones lie loose on paper wool and can be taken out, handled and put back. Ready to give as it is.',
  },
];
export const MYSTERY_PACKS = [
  {
    title: 'Mystery Pack: Four Unopened Geodes',
    text: 'Four whole geodes, exactly as they came out of the clay, for you to open yourself. Most will be lined with quartz; what else is in there nobody knows yet, and neither do we. Wear safety glasses when you crack them.',
  },
  {
    title: 'Mystery Pack: Crack Your Own',
    text: 'Four unopened stones on wood wool, picked for their weight and rattle. Each is hollow as far as we can tell from outside, and no two will be alike inside. A hammer, a sock and a pair of safety glasses are all you need.',
  },
];
