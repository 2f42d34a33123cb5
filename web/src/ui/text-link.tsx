import type { ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { buttonClass, type ButtonLook } from './button.js';
import { classNames } from './class-names.js';
import styles from './button.module.css';

export const TextLink = ({ className, ...rest }: LinkProps) => (
  <Link {...rest} className={classNames(styles.link, className)} />
);

/** A button that looks like a link. */
export const TextButton = ({ className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" {...rest} className={classNames(styles.link, className)} />
);

interface ButtonLinkProps extends LinkProps {
  look?: ButtonLook;
}

/** A link that looks like a button. */
export const ButtonLink = ({ look, className, ...rest }: ButtonLinkProps) => (
  <Link {...rest} className={classNames(buttonClass(look), className)} />
);
