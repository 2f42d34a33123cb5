/** Colours of the downloaded files: fixed token values, because a file follows no colour scheme. */
export interface Colours {
  ground: string;
  /** Behind a picture or a drawing. */
  plate: string;
  line: string;
  ink: string;
  /** Running text. */
  quiet: string;
  accent: string;
}

export type Ground = 'limestone' | 'basalt' | 'amethyst';

export const palette: Record<Ground, Colours> = {
  limestone: {
    ground: '#f8f6f2',
    plate: '#f2ede3',
    line: '#dad3c6',
    ink: '#1d1f22',
    quiet: '#45474a',
    accent: '#57337b',
  },
  basalt: {
    ground: '#17181a',
    plate: '#26282b',
    line: '#34363a',
    ink: '#f0ece4',
    quiet: '#c9c5bc',
    accent: '#c6abe4',
  },
  amethyst: {
    ground: '#43255f',
    plate: '#57337b',
    line: '#6d4b90',
    ink: '#fffefc',
    quiet: '#e3d6f0',
    accent: '#e0aa4a',
  },
};

export const groundOptions = [
  { value: 'limestone', label: 'Limestone' },
  { value: 'basalt', label: 'Basalt' },
  { value: 'amethyst', label: 'Amethyst' },
] as const satisfies readonly { value: Ground; label: string }[];
