import { ChartColumn, Table2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.js';
import { Button } from '../../../ui/button.js';
import styles from './analytics.module.css';

interface AnalyticsCardProps {
  title: string;
  /** Stands above the chart and above the table. */
  lead?: ReactNode;
  chart: ReactNode;
  /** The same figures. */
  table: ReactNode;
  wide?: boolean;
}

/** Figures as a chart, or as a table for who would rather read them. */
export const AnalyticsCard = ({ title, lead, chart, table, wide }: AnalyticsCardProps) => {
  const [isTable, setIsTable] = useState(false);
  const Icon = isTable ? ChartColumn : Table2;
  const words = isTable ? 'As chart' : 'As table';
  return (
    <section className={classNames(styles.card, wide && styles.wide)} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <Button look="quiet" size="small" aria-label={`${words}: ${title}`} onClick={() => setIsTable(!isTable)}>
          <Icon className="icon-s" aria-hidden />
          {words}
        </Button>
      </div>
      {lead}
      {isTable ? table : chart}
    </section>
  );
};
