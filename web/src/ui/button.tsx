import { RotateCcw } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import { classNames } from './class-names.js';
import styles from './button.module.css';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';

export const buttonClass = (look: ButtonLook = 'primary', size?: 'small', block?: boolean): string =>
  classNames(styles.button, styles[look], size && styles.small, block && styles.block);

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
  size?: 'small';
  block?: boolean;
  /** Shows a spinner and ignores presses. Unlike a disabled button it keeps the focus. */
  busy?: boolean;
}

export const Button = ({ look, size, block, busy, className, onClick, children, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    aria-disabled={busy || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
    className={classNames(buttonClass(look, size, block), busy && styles.busy, className)}
  >
    {busy && <RotateCcw className="icon-s" aria-hidden />}
    {children}
  </button>
);
