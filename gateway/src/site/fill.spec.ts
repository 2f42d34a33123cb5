import { fill } from './fill.js';

describe('a template', () => {
  it('takes values as text, also in attributes, and HTML as it is', () => {
    const filled = fill('<a title="{{title}}">{{title}}</a>{{{list}}}', { title: '"<b>&' }, { list: '<i>1</i>' });
    expect(filled).toBe('<a title="&#34;&#60;b&#62;&#38;">&#34;&#60;b&#62;&#38;</a><i>1</i>');
  });

  it('fills nothing that a value brought with it', () => {
    expect(fill('{{a}}{{{b}}}', { a: '{{{b}}}', c: 'no' }, { b: '{{c}}' })).toBe('{{{b}}}{{c}}');
  });

  it('leaves nothing where there is no value', () => {
    expect(fill('[{{a}}{{{b}}}]', {})).toBe('[]');
  });
});
