import { Download } from 'lucide-react';
import { isApiError } from '../../app/api-error.js';
import { useAppDispatch } from '../../app/hooks.js';
import { notified } from '../../app/notices.slice.js';
import { Button } from '../../ui/button.js';
import { exportUrl, useAskExportMutation, type Exported } from './spreadsheets.api.js';

const names: Record<Exported, string> = { orders: 'All orders', geodes: 'The whole inventory' };

/** The browser saves the file itself, as it comes: it may be larger than what a page can hold. */
const download = (address: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
};

const failureText = (error: unknown): string => {
  const status = isApiError(error) ? error.status : 0;
  if (status === 401) return 'You have been logged out. Please log in again.';
  if (status === 429) return 'An export is still running. Please start this one when it has ended.';
  return 'Please try again.';
};

/** Saves everything of a tab as CSV. Whether the shop can is asked first: a download that fails says little. */
export const ExportButton = ({ of }: { of: Exported }) => {
  const dispatch = useAppDispatch();
  const [ask, { isLoading }] = useAskExportMutation();
  const save = async () => {
    const { error } = await ask(of);
    if (error) {
      dispatch(notified({ title: 'Failed to start the export', text: failureText(error), tone: 'bad' }));
      return;
    }
    download(exportUrl(of));
    dispatch(notified({ title: 'Export started', text: `${names[of]}: your browser saves the file.` }));
  };
  return (
    <Button look="quiet" size="small" busy={isLoading} onClick={() => void save()}>
      {!isLoading && <Download className="icon-s" aria-hidden />}
      Export CSV
    </Button>
  );
};
