/** By letters as people see them. Firefox has it since 125; a text may end in half an emoji before. */
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('en') : undefined;

/**
 * Returns the beginning of a text, of at most `length` UTF-16 code units. It ends between two letters as people see them: an
 * emoji is whole or left out.
 */
export const cutText = (text: string, length: number): string =>
  text.slice(0, segmenter ? segmenter.segment(text).containing(length)?.index : length);
