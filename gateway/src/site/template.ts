import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { GatewayConfig } from '../config.js';

const HEAD = '<!--head-->';
const BODY = '<!--body-->';

/** The site's index.html, with a place for the head and one for what readers without scripts see. */
@Injectable()
export class Template {
  private readonly parts: readonly [string, string, string];

  /** Throws an Error where the site is not built or lacks a marker. */
  constructor({ WEB_ROOT }: GatewayConfig) {
    const html = readTemplate(join(WEB_ROOT, 'index.html'));
    const head = html.indexOf(HEAD);
    const body = html.indexOf(BODY);
    if (head < 0 || body < head) throw new Error(`index.html in WEB_ROOT needs ${HEAD} and, after it, ${BODY}.`);
    this.parts = [html.slice(0, head), html.slice(head + HEAD.length, body), html.slice(body + BODY.length)];
  }

  fill(head: string, body: string): string {
    const [before, between, after] = this.parts;
    return before + head + between + body + after;
  }
}

const readTemplate = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error('WEB_ROOT has no index.html: build the site first (npm run build).', { cause: error });
  }
};
