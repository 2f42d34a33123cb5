import type { ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { classNames } from './class-names.js';
import styles from './button.module.css';

export const TextLink = ({ className, ...rest }: LinkProps) => (
  <Link {...rest} className={classNames(styles.link, className)} />
);

/** A button that looks like a link. */
export const TextButton = ({ className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" {...rest} className={classNames(styles.link, className)} />
);
