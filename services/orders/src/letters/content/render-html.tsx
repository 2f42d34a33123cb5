import { type CSSProperties, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  type Block,
  type LetterContent,
  type LetterFooter,
  type LetterItem,
  type LabelledValue,
  money,
} from './content.js';

/** Side of an item's picture, pixels. */
const PICTURE_SIDE = 64;
/** Of the site's tokens.css. */
const PAPER = '#f8f6f2';
const RAISED = '#fffefc';
const INK = '#1d1f22';
const DIM = '#605d57';
const LINE = '#dad3c6';
const ACCENT = '#57337b';

/** Mail programs that know dark mode read this; all others show the inline colours. */
const DARK = `@media (prefers-color-scheme: dark) {
.paper{background:#17181a!important}.raised{background:#212326!important}.ink{color:#f1ede5!important}
.dim{color:#b9b4aa!important}.line{border-color:#3b3d41!important}.accent{color:#c9abea!important}
.button{background:#c9abea!important;color:#1d1f22!important}}`;

const text: CSSProperties = { margin: '0 0 16px', color: INK, fontSize: 16, lineHeight: 1.5, wordBreak: 'break-word' };
const cell: CSSProperties = { padding: '12px 0', borderTop: `1px solid ${LINE}`, color: INK, verticalAlign: 'top' };
const wide: CSSProperties = {
  width: '100%',
  borderCollapse: 'collapse',
  margin: '0 0 24px',
  fontSize: 16,
  lineHeight: 1.4,
};

/** Renders a letter as an HTML document that fits into 320 px. React escapes every value. */
export const renderHtml = (content: LetterContent, footer: LetterFooter, origin: string): string =>
  `<!doctype html>${renderToStaticMarkup(<Letter content={content} footer={footer} origin={origin} />)}`;

const Letter = ({ content, footer, origin }: { content: LetterContent; footer: LetterFooter; origin: string }) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <title>{content.subject}</title>
      <style>{DARK}</style>
    </head>
    <body className="paper" style={{ margin: 0, padding: 0, background: PAPER }}>
      <table
        role="presentation"
        className="paper"
        style={{ width: '100%', borderCollapse: 'collapse', background: PAPER }}
      >
        <tbody>
          <tr>
            <td style={{ padding: '24px 12px' }}>
              <table
                role="presentation"
                align="center"
                className="raised"
                style={{
                  width: '100%',
                  maxWidth: 560,
                  margin: '0 auto',
                  background: RAISED,
                  fontFamily: 'Arial, sans-serif',
                }}
              >
                <tbody>
                  <tr>
                    <td style={{ padding: '28px 20px' }}>
                      <p style={{ margin: '0 0 24px', fontFamily: 'Georgia, serif', fontSize: 18 }}>
                        <a href={origin} className="ink" style={{ color: INK, textDecoration: 'none' }}>
                          Midwest Geodes
                        </a>
                      </p>
                      <h1
                        className="ink"
                        style={{ margin: '0 0 16px', color: INK, font: 'normal 26px/1.2 Georgia, serif' }}
                      >
                        {content.heading}
                      </h1>
                      {content.blocks.map((block, index) => (
                        <LetterBlock key={index} block={block} />
                      ))}
                      <Footer {...footer} />
                    </td>
                  </tr>
                </tbody>
              </table>
            </td>
          </tr>
        </tbody>
      </table>
    </body>
  </html>
);

/** Outlook knows no `white-space: pre-line`. */
const Lines = ({ of }: { of: string }) =>
  of.split('\n').map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));

const LetterBlock = ({ block }: { block: Block }) => {
  switch (block.type) {
    case 'text':
      return (
        <p className="ink" style={text}>
          {block.text}
        </p>
      );
    case 'quote':
      return (
        <blockquote className="ink line" style={{ ...text, padding: '0 0 0 16px', borderLeft: `3px solid ${LINE}` }}>
          <Lines of={block.text} />
        </blockquote>
      );
    case 'link':
      return (
        <p style={{ margin: '0 0 24px' }}>
          <a
            href={block.url}
            className="button"
            style={{
              display: 'inline-block',
              padding: '12px 20px',
              background: ACCENT,
              color: RAISED,
              fontSize: 16,
              textDecoration: 'none',
            }}
          >
            {block.label}
          </a>
        </p>
      );
    case 'items':
      return <Items items={block.items} />;
    case 'rows':
      return <Rows rows={block.rows} />;
  }
};

const Items = ({ items }: { items: LetterItem[] }) => (
  <table style={{ ...wide, margin: 0 }}>
    <tbody>
      {items.map(({ title, quantity, sumCents, pictureUrl }, index) => (
        <tr key={index}>
          <td className="ink line" style={{ ...cell, width: PICTURE_SIDE }}>
            {pictureUrl && (
              <img
                src={pictureUrl}
                alt={title}
                width={PICTURE_SIDE}
                height={PICTURE_SIDE}
                // Otherwise React adds a preload link, which mail programs do not need.
                loading="lazy"
                style={{ display: 'block', objectFit: 'cover' }}
              />
            )}
          </td>
          <td className="ink line" style={{ ...cell, padding: '12px', wordBreak: 'break-word' }}>
            {title}
            {quantity > 1 && ` × ${quantity}`}
          </td>
          <td className="ink line" style={{ ...cell, textAlign: 'right', whiteSpace: 'nowrap' }}>
            {money(sumCents)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Rows = ({ rows }: { rows: LabelledValue[] }) => (
  <table style={wide}>
    <tbody>
      {rows.map(({ label, value, url }) => (
        <tr key={label}>
          <th
            scope="row"
            className="dim line"
            style={{ ...cell, color: DIM, fontWeight: 'normal', textAlign: 'left', paddingRight: 12 }}
          >
            {label}
          </th>
          <td className="ink line" style={{ ...cell, textAlign: 'right', wordBreak: 'break-word' }}>
            {url ? (
              <a href={url} className="accent" style={{ color: ACCENT }}>
                {value}
              </a>
            ) : (
              <Lines of={value} />
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Footer = ({ legalName, postalAddress, contactEmail, contactPhone }: LetterFooter) => (
  <p
    className="dim line"
    style={{
      margin: '32px 0 0',
      padding: '16px 0 0',
      borderTop: `1px solid ${LINE}`,
      color: DIM,
      fontSize: 13,
      lineHeight: 1.5,
    }}
  >
    <Lines of={[...[legalName, postalAddress, contactPhone].filter(Boolean), ''].join('\n')} />
    <a href={`mailto:${contactEmail}`} className="accent" style={{ color: ACCENT }}>
      {contactEmail}
    </a>
  </p>
);
