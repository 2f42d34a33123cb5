import styles from './analytics.module.css';

interface FigureTableProps {
  /** What it is about, for who cannot see where it stands. */
  caption: string;
  /** The first names the rows, the others are figures. */
  columns: string[];
  rows: { key: string; cells: string[] }[];
}

/** Figures in words: scrolls by itself where there are many, also by keyboard. */
export const FigureTable = ({ caption, columns, rows }: FigureTableProps) => (
  <div className={styles.scroll} role="region" aria-label={`${caption}, table`} tabIndex={0}>
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...figures] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {figures.map((figure, index) => (
              <td key={columns[index + 1]} className="num">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
