/**
 * Stands in for Square's Web Payments script on a machine without Square: the same calls, elements and results, as far
 * as a card payment needs them. The card is typed inside a frame of the simulator's origin and never reaches this page.
 * Nothing here needs more of the page's Content-Security-Policy than Square itself does: no inline script, no inline style.
 */
(() => {
  'use strict';

  const ORIGIN = new URL(document.currentScript.src).origin;
  const FRAME_URL = `${ORIGIN}/v1/main-iframe.html`;
  const FRAME_TIMEOUT_MS = 15_000;
  const CALL_TIMEOUT_MS = 30_000;
  const EVENTS = ['escape', 'submit'];

  class SqError extends Error {
    constructor(message, details = []) {
      super(message);
      this.name = new.target.name;
      this.errors = details;
    }
  }
  const errors = Object.fromEntries(
    `ApplicationIdEnvironmentMismatchError ElementNotFoundError InvalidApplicationIdError InvalidElementTypeError
    InvalidEventListenerCallbackError InvalidInputStylePropertyError InvalidInputStyleSelectorError
    InvalidLocationIdError InvalidOptionError PaymentMethodAlreadyAttachedError PaymentMethodAlreadyDestroyedError
    PaymentMethodNotAttachedError TokenizationError UnexpectedError WebSdkEmbedError`
      .split(/\s+/)
      .map((name) => [name, { [name]: class extends SqError {} }[name]]),
  );

  const within = (promise, ms, error) => {
    let timer;
    const limit = new Promise((_, reject) => {
      timer = setTimeout(() => reject(error), ms);
    });
    return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
  };

  /** The framed form. It is spoken to over a channel of its own, handed to the simulator's origin and to no other. */
  class Frame {
    #calls = new Map();
    #lastCall = 0;
    #port;

    constructor(onEvent) {
      const element = (tag, className) => Object.assign(document.createElement(tag), { className });
      this.wrapper = element('div', 'sq-card-wrapper');
      this.container = element('div', 'sq-card-iframe-container');
      this.iframe = element('iframe', 'sq-card-component');
      this.iframe.title = 'Secure card form';
      Object.assign(this.iframe.style, { display: 'block', width: '100%', height: '124px', border: '0' });
      this.container.append(this.iframe);
      this.wrapper.append(this.container);
      this.onEvent = onEvent;
    }

    async open(target, style) {
      const { port1, port2 } = new MessageChannel();
      this.#port = port1;
      const ready = new Promise((resolve, reject) => {
        this.#calls.set(0, { resolve, reject });
      });
      port1.onmessage = ({ data }) => this.#receive(data);
      this.iframe.addEventListener(
        'load',
        () => this.iframe.contentWindow.postMessage({ square: 'open', style }, ORIGIN, [port2]),
        { once: true },
      );
      this.iframe.src = FRAME_URL;
      target.append(this.wrapper);
      await within(ready, FRAME_TIMEOUT_MS, new errors.UnexpectedError('The card form did not load.'));
    }

    tokenize(details) {
      const id = (this.#lastCall += 1);
      const answer = new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject }));
      this.#port.postMessage({ id, details });
      return within(answer, CALL_TIMEOUT_MS, new errors.UnexpectedError('The card form did not answer.')).finally(() =>
        this.#calls.delete(id),
      );
    }

    close(error) {
      this.#port?.close();
      for (const { reject } of this.#calls.values()) reject(error);
      this.wrapper.remove();
    }

    #receive({ id, result, error, event, height }) {
      if (height) this.iframe.style.height = `${height}px`;
      if (event) this.onEvent(event);
      const call = this.#calls.get(id);
      if (error) call?.reject(new errors[error.name](error.message));
      else call?.resolve(result);
    }
  }

  /**
   * The bank's question (3-D Secure challenge) over the page. As banks want it, the page posts a form into a frame, so the
   * page's policy must allow both. Resolves with `passed` or `cancelled`, and never if the buyer does neither.
   */
  const askBuyer = () => {
    const overlay = document.createElement('div');
    const iframe = document.createElement('iframe');
    const form = document.createElement('form');
    iframe.name = 'sq-challenge';
    iframe.title = 'Confirm your payment';
    Object.assign(overlay.style, { position: 'fixed', inset: '0', zIndex: '2147483647', display: 'grid' });
    Object.assign(overlay.style, { placeItems: 'center', background: 'rgb(0 0 0 / 60%)' });
    Object.assign(iframe.style, { width: 'min(390px, 100%)', height: '400px', border: '0' });
    Object.assign(form, { method: 'post', action: `${ORIGIN}/v1/challenge`, target: iframe.name });
    overlay.append(iframe, form);
    document.body.append(overlay);
    form.submit();
    return new Promise((resolve) => {
      const hear = ({ source, origin, data }) => {
        if (source !== iframe.contentWindow || origin !== ORIGIN || !data?.challenge) return;
        window.removeEventListener('message', hear);
        overlay.remove();
        resolve(data.challenge);
      };
      window.addEventListener('message', hear);
    });
  };

  class Card {
    #style;
    #frame;
    #isOpen = false;
    #isDestroyed = false;
    #listeners = new Map(EVENTS.map((event) => [event, new Set()]));

    constructor({ style, ...others } = {}) {
      const [unknown] = Object.keys(others);
      if (unknown) throw new errors.InvalidOptionError(`The option ${unknown} is invalid.`);
      this.#style = style;
    }

    async attach(target) {
      this.#checkAlive();
      if (this.#frame) throw new errors.PaymentMethodAlreadyAttachedError('Card is already attached to the page.');
      const element = typeof target === 'string' ? document.querySelector(target) : target;
      if (!(element instanceof Element))
        throw new errors.ElementNotFoundError(`The element ${String(target)} was not found.`);
      if (!['DIV', 'SPAN'].includes(element.tagName))
        throw new errors.InvalidElementTypeError('Card attaches to a <div> or a <span>.');
      const frame = new Frame((event) => this.#emit(event));
      this.#frame = frame;
      try {
        await frame.open(element, this.#style);
        this.#isOpen = true;
      } catch (error) {
        frame.close(error);
        this.#frame = undefined;
        throw error;
      }
    }

    async tokenize(details) {
      const { refused, challenge, ...result } = await this.#opened().tokenize(details);
      if (refused) throw new errors.TokenizationError('The verification details are invalid.', refused);
      return challenge && (await askBuyer()) === 'cancelled' ? { status: 'Cancel' } : result;
    }

    async destroy() {
      this.#checkAlive();
      this.#isDestroyed = true;
      this.#frame?.close(new errors.PaymentMethodAlreadyDestroyedError('Card was destroyed.'));
      for (const callbacks of this.#listeners.values()) callbacks.clear();
      return true;
    }

    addEventListener(event, callback) {
      this.#checkAlive();
      if (!this.#listeners.has(event) || typeof callback !== 'function')
        throw new errors.InvalidEventListenerCallbackError(
          `Card has no event ${event}, or the callback is no function.`,
        );
      this.#listeners.get(event).add(callback);
    }

    #emit(event) {
      for (const callback of this.#listeners.get(event)) callback({ type: event });
    }

    #checkAlive() {
      if (this.#isDestroyed) throw new errors.PaymentMethodAlreadyDestroyedError('Card is already destroyed.');
    }

    #opened() {
      this.#checkAlive();
      if (!this.#isOpen) throw new errors.PaymentMethodNotAttachedError('Card is not attached to the page.');
      return this.#frame;
    }
  }

  class Payments {
    async card(options) {
      if (!isSecureContext) throw new errors.WebSdkEmbedError('The Web Payments SDK needs a secure context.');
      return new Card(options);
    }
  }

  const payments = (applicationId, locationId) => {
    if (typeof applicationId !== 'string' || !/^(sandbox-)?sq0id[bp]-[\w-]+$/.test(applicationId))
      throw new errors.InvalidApplicationIdError("The Payment 'applicationId' option is not in the correct format.");
    if (!applicationId.startsWith('sandbox-'))
      throw new errors.ApplicationIdEnvironmentMismatchError("The 'applicationId' is one of Square's production.");
    if (locationId !== undefined && !/^[A-Za-z0-9]{1,50}$/.test(locationId))
      throw new errors.InvalidLocationIdError("The Payment 'locationId' option is not in the correct format.");
    return new Payments();
  };

  window.Square = { payments, errors };
})();
