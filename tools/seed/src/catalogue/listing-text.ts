import type { BandPalette } from '../art/bands.js';
import type { Variety } from '../art/minerals.js';

/** Titles by variety. Each is used once before any is repeated. */
export const TITLES: Record<Variety, string[]> = {
  clear: [
    'Water-Clear Quartz Geode',
    'Frost Window Quartz Geode',
    'Bright Quartz Bowl',
    'Quartz Geode with a Winter Sparkle',
    'Snowfield Quartz Geode',
    'Clear-Point Quartz Geode',
    'Daylight Quartz Geode',
  ],
  warm: ['Champagne Quartz Geode', 'Linen Quartz Geode'],
  smoky: [
    'Smoky Quartz Geode',
    'River Tea Smoky Quartz',
    'Dusk Quartz Geode',
    'Smoky Quartz Hollow',
    'Peat Brown Quartz Geode',
    'Smoky Points on Banded Agate',
    'Bourbon Quartz Geode',
  ],
  pale: ['Pale Amethyst Geode', 'Lilac Amethyst Bowl', 'Amethyst Geode, First Light'],
  deep: [
    'Deep Violet Amethyst Geode',
    'Amethyst Geode, Evening Colour',
    'Royal Purple Amethyst Bowl',
    'Amethyst Geode with a Dark Heart',
    'Blackberry Amethyst Geode',
  ],
  honey: ['Honey Calcite Geode', 'Amber Calcite Spires', 'Dogtooth Calcite Geode', 'Golden Hour Calcite'],
  white: [
    'White Dogtooth Calcite Geode',
    'Calcite Geode, Ivory Spires',
    'Silver Birch Calcite Geode',
    'Snow Tooth Calcite Geode',
  ],
  blue: ['Blue-Grey Chalcedony Geode', 'Rain Cloud Chalcedony', 'Chalcedony Geode, Cold Harbour'],
  grey: ['Silver Chalcedony Geode'],
  lavender: ['Lavender-Grey Chalcedony', 'Chalcedony Geode, Soft Violet'],
  tan: ['Sandstone Tan Chalcedony', 'Chalcedony Geode, Warm Clay'],
  brass: [
    'Pyrite Cubes on Quartz',
    'Brass Spark Pyrite Geode',
    'Pyrite Geode, Scattered Gold',
    'Quartz Geode with Pyrite Cubes',
  ],
};

/** Sentences about the crystals. */
export const CRYSTALS: Record<Variety, string[]> = {
  clear: [
    'Clear quartz points stand shoulder to shoulder and throw light back at every turn.',
    'The whole hollow is set with quartz as clear as tap water, point beside point.',
    'Turn it slowly towards a window: one facet after another catches and lets go.',
    'Clean, bright quartz lines the cavity from rim to floor.',
    'Glassy points of several sizes crowd the wall, the larger ones standing clear of the rest.',
    'A lively quartz lining, with clear tips over milky roots.',
    'Every surface inside sparkles, and the largest points are clear enough to read a line of print through.',
  ],
  warm: [
    'The quartz carries a warm, oat-coloured tint that deepens towards the floor of the bowl.',
    'Cream-coloured quartz points, soft at the root and clearer at the tip, fill the hollow.',
  ],
  smoky: [
    'Smoky quartz in tea and tobacco browns, with points that turn almost clear against the light.',
    'The points are brown at a glance and golden when light stands behind them.',
    'A dark, quiet lining of smoky quartz, brightest where the facets face the window.',
    'Transparent brown quartz gives the hollow the look of a forest pool.',
    'Smoky points rise from a paler druse, and the contrast shows their shape well.',
    'Brown as strong tea in the middle of the hollow, and clearer towards the rim.',
    'The quartz is smoky throughout, with a bright edge wherever two facets meet.',
  ],
  pale: [
    'Soft violet amethyst lines the hollow, lighter at the root and stronger at the tips.',
    'The colour is a light, even lilac that wakes up in daylight.',
    'Lilac points of two sizes share the bowl, the larger ones nearly clear at their base.',
  ],
  deep: [
    'Saturated violet from wall to wall, with flashes of blue where the facets turn.',
    'The amethyst is dark enough to look black in the corners and pure purple in the light.',
    'Close-set points in a full, even purple; this is the colour people hope for when a stone is opened.',
    'A few large points stand over a bed of smaller ones, all of them deep violet.',
    'Strong purple, sharp edges, and very little grey anywhere in the hollow.',
  ],
  honey: [
    'Honey-coloured calcite spires lean in over a bed of sparkling quartz.',
    'Dogtooth calcite in amber and gold, some of it clear enough to see the next crystal through.',
    'The spires hold the light like a jar of honey on a window sill.',
    'Long golden crystals meet over the middle of the hollow; between them lies fine white druse.',
  ],
  white: [
    'White dogtooth calcite stands in sprays over a floor of small quartz.',
    'Ivory spires, pointed and slightly frosted, fill one side of the hollow.',
    'The calcite is the white of candle wax and clears towards the tips.',
    'Pale crystals as long as a fingernail rise out of fine druse.',
  ],
  blue: [
    'Rounded, waxy chalcedony in blue-grey covers the wall like bubbles on a still pond.',
    'The surface is smooth and cool to the finger, a soft blue that shifts to slate in shade.',
    'Blue-grey domes, large and small, overlap until no wall is left to see.',
  ],
  grey: ['Silver-grey chalcedony in rounded domes, with the soft shine of pewter.'],
  lavender: [
    'The chalcedony has a faint violet cast that is easiest to see on an overcast day.',
    'Lavender-grey domes cluster most thickly on the floor of the bowl.',
  ],
  tan: [
    'Warm, clay-coloured chalcedony in smooth domes, like pebbles under shallow water.',
    'Tan chalcedony with a silky shine rounds off every corner of the hollow.',
  ],
  brass: [
    'Bright pyrite cubes sit on pale quartz, some of them grown through one another.',
    'Brassy cubes with fine grooves on their faces are scattered over a sparkling floor.',
    'The pyrite stands in small groups, sharp-cornered and untarnished.',
    'Here and there a cube turns its flat side to the light and flashes like a mirror.',
  ],
};

/** Sentences about the wall between rind and crystals. */
export const WALLS: Record<BandPalette, string[]> = {
  cream: [
    'The wall is banded in cream and biscuit.',
    'Ivory and sand-coloured bands follow the outline all the way round.',
    'Quiet bands of cream agate lead in from a thin rind.',
    'Between rind and crystals lie a dozen fine bands, from oatmeal to white.',
    'The agate is pale and even, so the crystals do the talking.',
  ],
  slate: [
    'Slate-grey and white bands ring the hollow like contour lines on a map.',
    'A cool grey wall, finely banded, sets the crystals off.',
    'The bands run from storm grey to chalk white.',
    'Blue-grey agate, sharply layered, shows well even from across a room.',
    'Fine grey laminations follow every bay of the outline.',
    'The rim reads like a pencil drawing: grey on grey, line after line.',
  ],
  rust: [
    'Iron has left rust-red lines in the wall.',
    'Bands of russet and cream run between rind and crystals.',
    'A ribbon of brick red marks the edge of the agate.',
    'The wall carries warm brown bands, one of them almost red.',
  ],
  violet: [
    'The bands have a faint mauve tint that picks up the colour inside.',
    'Grey-violet agate, finely layered, frames the hollow.',
    'Mauve and white bands alternate up to the first crystals.',
  ],
};

export const FORTIFIED = [
  'In places the bands fold into sharp corners, the pattern that collectors call fortification.',
  'Look for the fortification angles, where the bands turn as if on a ruler.',
];
export const EYES = [
  'A small agate eye sits in the wall; most visitors find it at the second look.',
  'One stretch of the rim holds an eye of concentric rings.',
];

export const SAWN = [
  'The face is sawn flat, so that every band can be followed.',
  'Sawn, not cracked: the cut is level and the stone stands steady on its back.',
  'A level saw cut shows the section like a page in an atlas.',
];
export const BROKEN = [
  'It was opened with a chain, and the rim keeps its natural, slightly uneven break.',
  'The break is the one it opened with; nothing has been ground or polished.',
  'The rim is as it broke, with a rough edge that fits the rind.',
  'Nothing about it has been polished, dyed or oiled.',
];
export const PAIRED = [
  'Both halves are included and close on one another like a box with its lid.',
  'You receive both halves; set side by side they mirror one another but for the crystals.',
];

export const PALM = [
  'It fits the palm of a hand and is a good first geode for a young collector.',
  'Small enough for a desk, a shelf or a coat pocket.',
];
export const GRAND = [
  'A piece with weight: it holds down a sideboard as well as a conversation.',
  'Large enough to be the one stone in a room.',
];
export const FINEST = [
  'We grade it S: specimens of this quality are few in any season.',
  'Museum quality, and priced as the best of its kind that we have opened this year.',
];

/** Gift boxes and mystery packs have fixed contents, so each has one fixed text. */
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
