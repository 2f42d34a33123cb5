import { AppError } from '@geodes/kit';
import { parseChosenPictures, ChosenPictures, picturesOf } from './chosen-pictures.js';

const PATH = '/objects/0123456789abcdef0123456789abcdef.webp';

describe('the pictures of a cell', () => {
  it.each([
    ['front.jpg', ['front.jpg']],
    ['front.jpg, back.jpg;side.PNG | top.webp', ['front.jpg', 'back.jpg', 'side.PNG', 'top.webp']],
    ['front.jpg back.jpg\nside.heic', ['front.jpg', 'back.jpg', 'side.heic']],
    ['evening amethyst 1.jpg evening amethyst 2.JPEG', ['evening amethyst 1.jpg', 'evening amethyst 2.JPEG']],
    [`${PATH} /objects/other front view.jpg ${PATH}`, [PATH, '/objects/other front view.jpg']],
    [` ${PATH}  front.jpg `, [PATH, 'front.jpg']],
    ['', []],
  ])('for %j are %j', (cell, pictures) => expect(picturesOf(cell)).toEqual(pictures));
});

describe('the chosen pictures', () => {
  it('are found by file name, whatever its case and the encoding of accents', () => {
    const chosen = new ChosenPictures([{ name: 'Ge\u0301ode 1.JPG', path: PATH }, { name: 'back.jpg' }]);
    expect(chosen.problemOf('g\u00e9ode 1.jpg')).toBeUndefined();
    expect(chosen.resolve('g\u00e9ode 1.jpg')).toBe(PATH);
    expect(chosen.resolve('BACK.jpg')).toBe('BACK.jpg');
    expect(chosen.problems()).toEqual([]);
    expect(chosen.areUploaded()).toBe(false);
  });

  it('are reported if no line names them or two have the same name', () => {
    const chosen = new ChosenPictures([{ name: 'a.jpg' }, { name: 'A.JPG' }, { name: 'unused.png' }]);
    chosen.resolve('a.jpg');
    expect(chosen.problemOf('a.jpg')).toBe('Two of the chosen files are called a.jpg.');
    expect(chosen.problemOf('missing.jpg')).toBe('There is no picture missing.jpg among the chosen files.');
    expect(chosen.problemOf(`a${'🪨'.repeat(50)}`)).toBe(
      `There is no picture a${'🪨'.repeat(39)}… among the chosen files.`,
    );
    expect(chosen.problems()).toEqual([
      { name: 'a.jpg', reason: 'Several of the chosen files have this name.' },
      { name: 'unused.png', reason: 'No line of the file names this picture.' },
    ]);
  });

  it.each([
    'no JSON',
    '{}',
    '[1]',
    '[{"name":""}]',
    '[{"name":"a.jpg","path":"http://x.example/a.jpg"}]',
    '[{"name":"a.jpg","path":"/objects/../a"}]',
  ])('throw for the field %s', (field) => expect(() => parseChosenPictures(field)).toThrow(AppError));

  it('are an empty list without the field', () => expect(parseChosenPictures(undefined).areUploaded()).toBe(true));
});
