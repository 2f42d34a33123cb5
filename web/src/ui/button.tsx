import { RotateCcw, X } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
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
    aria-disabled={busy || undefined}
    {...rest}
    onClick={busy ? (event) => event.preventDefault() : onClick}
    className={classNames(buttonClass(look, size, block), busy && styles.busy, className)}
  >
    {busy && <RotateCcw className="icon-s" aria-hidden />}
    {children}
  </button>
);

export const TextLink = ({ className, ...rest }: LinkProps) => (
  <Link {...rest} className={classNames(styles.link, className)} />
);

/** A button that looks like a link. */
export const TextButton = ({ className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" {...rest} className={classNames('reach', styles.link, className)} />
);

interface ButtonLinkProps extends LinkProps {
  look?: ButtonLook;
}

/** A link that looks like a button. */
export const ButtonLink = ({ look, className, ...rest }: ButtonLinkProps) => (
  <Link {...rest} className={classNames(buttonClass(look), className)} />
);

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Accessible name. */
  label: string;
  /** Bare by default. */
  look?: 'edge' | 'raised';
}

export const iconButtonClass = (look?: IconButtonProps['look']): string =>
  classNames(styles.icon, look && styles[look]);

export const IconButton = ({ label, look, className, ...rest }: IconButtonProps) => (
  <button type="button" aria-label={label} {...rest} className={classNames(iconButtonClass(look), className)} />
);

/** Closes a dialog or panel. */
export const CloseButton = (props: Omit<IconButtonProps, 'label'>) => (
  <IconButton {...props} label="Close">
    <X className="icon" aria-hidden />
  </IconButton>
);
