import type { KeptLetter, Letter } from './letter-store.js';

/** Text that is HTML already. */
class Html {
  constructor(readonly text: string) {}
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

type Value = string | number | Html | Html[] | undefined;
const render = (value: Value): string => {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map(({ text }) => text).join('');
  return value instanceof Html ? value.text : escape(String(value));
};

/** Builds HTML. Escapes every value that is not HTML itself. */
const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(parts.map((part, index) => part + render(values[index])).join(''));

/** Renders the list of letters. `older` is the name of the last one if there are more. */
export const listPage = (letters: readonly KeptLetter[], count: number, older: string | undefined): string =>
  page(
    'Letters',
    html`<header>
        <h1>Letters</h1>
        <p>Every email of the shop ends here; none leaves this machine. ${countText(count)}</p>
      </header>
      ${
        letters.length > 0
          ? html`<ol class="letters">
              ${letters.map(row)}
            </ol>`
          : undefined
      }
      ${older ? html`<p><a href="/?before=${older}">Older letters</a></p>` : undefined}`,
  );

/** Renders one letter. Its HTML part is a document of its own in a sandboxed frame. */
export const letterPage = ({ name, at, from, to, subject, kind, text, html: part, headers }: Letter & KeptLetter) =>
  page(
    subject || 'No subject',
    html`<p><a href="/">All letters</a></p>
      <header>
        <h1>${subject || 'No subject'}</h1>
        <dl>
          <dt>To</dt>
          <dd>${to.join(', ')}</dd>
          <dt>From</dt>
          <dd>${from}</dd>
          <dt>Time</dt>
          <dd>${time(at)}</dd>
          ${
            kind
              ? html`<dt>Kind</dt>
                  <dd>${kind}</dd>`
              : undefined
          }
          <dt>File</dt>
          <dd>${name}.eml</dd>
        </dl>
      </header>
      ${
        part
          ? html`<section>
              <h2>HTML</h2>
              <iframe src="/letters/${name}/html" title="The letter's HTML" sandbox="${FRAME_RIGHTS}"></iframe>
              <p><a href="/letters/${name}/html" target="_blank" rel="noreferrer">Open it alone</a></p>
            </section>`
          : undefined
      }
      <section>
        <h2>Plain text</h2>
        <pre>${text || 'None.'}</pre>
      </section>
      <details>
        <summary>Headers</summary>
        <pre>${headers}</pre>
      </details>`,
  );

/** A link of a letter may open the shop in a tab, as in a mail program. Scripts and forms stay off. */
export const FRAME_RIGHTS = 'allow-popups allow-popups-to-escape-sandbox';

/** Lets links open in a tab, because the shop refuses to be framed. */
export const withLinksInTabs = (letterHtml: string): string =>
  letterHtml.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`);

const row = ({ name, at, to, subject, kind }: KeptLetter): Html =>
  html`<li>
    <a href="/letters/${name}">
      <strong>${subject || 'No subject'}</strong>
      <span class="to">${to.join(', ')}</span>
      <span class="kind">${kind}</span>
      ${time(at)}
    </a>
  </li>`;

const time = (at: string): Html => html`<time datetime="${at}">${at.slice(0, 19).replace('T', ' ')} UTC</time>`;

const countText = (count: number): string =>
  count === 0 ? 'There is none yet.' : count === 1 ? 'One is kept.' : `${count} are kept.`;

const page = (title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Mail catcher</title>
        <link rel="stylesheet" href="/catcher.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.text;
