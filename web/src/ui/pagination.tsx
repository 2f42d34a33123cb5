import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { Link, type To } from 'react-router-dom';
import { pageWindow } from './page-window.js';
import styles from './pagination.module.css';

interface PaginationProps {
  page: number;
  pages: number;
  /** URL of a page. */
  to: (page: number) => To;
  /** Called when the pointer or focus reaches a page link, to prefetch the page. */
  onNear?: (page: number) => void;
}

export const Pagination = ({ page, pages, to, onNear }: PaginationProps) => {
  if (pages < 2) return null;
  const near = (wanted: number) => ({
    onPointerEnter: () => onNear?.(wanted),
    onFocus: () => onNear?.(wanted),
  });
  const step = (rel: string, label: string, wanted: number | false, Icon: LucideIcon) => {
    const icon = <Icon className="icon" aria-hidden />;
    return wanted ? (
      <Link className={styles.page} to={to(wanted)} aria-label={label} rel={rel} {...near(wanted)}>
        {icon}
      </Link>
    ) : (
      <span className={styles.page} aria-disabled>
        {icon}
      </span>
    );
  };
  return (
    <nav className={styles.pages} aria-label="Pages">
      {step('prev', 'Previous page', page > 1 && page - 1, ChevronLeft)}
      {pageWindow(page, pages).map((number) => (
        <Link
          key={number}
          className={styles.page}
          to={to(number)}
          aria-current={number === page ? 'page' : undefined}
          {...near(number)}
        >
          {number}
        </Link>
      ))}
      {step('next', 'Next page', page < pages && page + 1, ChevronRight)}
    </nav>
  );
};
