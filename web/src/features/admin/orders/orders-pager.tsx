import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.js';
import { pageWindow } from '../../../ui/page-window.js';
import styles from './orders.module.css';

interface OrdersPagerProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** The pages of a list that is not in the address. */
export const OrdersPager = ({ page, pages, onPage }: OrdersPagerProps) => {
  if (pages < 2) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      <IconButton label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft className="icon" aria-hidden />
      </IconButton>
      {pageWindow(page, pages).map((number) => (
        <button
          key={number}
          type="button"
          className={`num ${styles.page}`}
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
        >
          {number}
        </button>
      ))}
      <IconButton label="Next page" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight className="icon" aria-hidden />
      </IconButton>
    </nav>
  );
};
