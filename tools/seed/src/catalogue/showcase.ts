import type { CreateShowcaseItem } from '@geodes/contracts';
import type { Mineral } from '../art/minerals.js';
import type { View } from '../art/views.js';
import { demoId } from './listing.js';

export interface DemoShowcaseItem extends Omit<CreateShowcaseItem, 'images'> {
  id: string;
  mineral: Mineral;
  seed: string;
  views: View[];
}

const item = (name: string, rest: Omit<DemoShowcaseItem, 'id' | 'videoUrl'>): DemoShowcaseItem => ({
  id: demoId(`showcase/${name}`),
  videoUrl: null,
  ...rest,
});

/** The owner's collection, not for sale. Seeds are chosen by eye, so that the texts match the pictures. */
export const SHOWCASE: DemoShowcaseItem[] = [
  item('lantern', {
    title: 'The Lantern',
    description:
      'Golden dogtooth calcite over a floor of white druse, opened in a single clean break. Light from one side is enough to make the spires glow, which is how it came by its name. It has stood on the same window sill ever since.',
    tier: 'S',
    mineral: 'calcite',
    seed: 'c4',
    views: ['face', 'macro', 'turned'],
  }),
  item('evening', {
    title: 'Evening Colour',
    description:
      'Amethyst is a rare guest in the geode beds of the Midwest, and seldom as dark as this. The violet reaches the floor of the hollow, and a ring of pale agate keeps it apart from the rind.',
    tier: 'A',
    mineral: 'amethyst',
    seed: 'c2',
    views: ['face', 'macro', 'rind'],
  }),
  item('pond', {
    title: 'Still Pond',
    description:
      'A chalcedony lining of rounded domes, no two of one size. It is the piece that visitors ask to touch, and the one that photographs worst, for there is not a single sharp edge in it.',
    tier: null,
    mineral: 'chalcedony',
    seed: 'c5',
    views: ['turned', 'macro'],
  }),
  item('clockwork', {
    title: 'Clockwork',
    description:
      'Pyrite cubes, sharp and bright, strewn over quartz as if a watch had been taken apart. Several cubes have grown through one another, which shows best from close by.',
    tier: 'A',
    mineral: 'pyrite',
    seed: 'a6',
    views: ['face', 'macro', 'turned'],
  }),
  item('two-sides', {
    title: 'Two Sides of One Stone',
    description:
      'Both halves of one quartz geode, kept together. The bands in the wall match line for line; the crystals, which grew towards one another from opposite sides, do not.',
    tier: 'B',
    mineral: 'quartz',
    seed: 'c1',
    views: ['halves', 'macro'],
  }),
];
