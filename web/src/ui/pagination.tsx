import { ChevronLeft, ChevronRight } from 'lucide-react';
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
  return (
    <nav className={styles.pages} aria-label="Pages">
      {page > 1 ? (
        <Link className={styles.page} to={to(page - 1)} aria-label="Previous page" rel="prev" {...near(page - 1)}>
          <ChevronLeft className="icon" aria-hidden />
        </Link>
      ) : (
        <span className={styles.page} aria-disabled>
          <ChevronLeft className="icon" aria-hidden />
        </span>
      )}
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
      {page < pages ? (
        <Link className={styles.page} to={to(page + 1)} aria-label="Next page" rel="next" {...near(page + 1)}>
          <ChevronRight className="icon" aria-hidden />
        </Link>
      ) : (
        <span className={styles.page} aria-disabled>
          <ChevronRight className="icon" aria-hidden />
        </span>
      )}
    </nav>
  );
};
