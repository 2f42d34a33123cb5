import { Download } from 'lucide-react';
import { isApiError } from '../../app/api-error.js';
import { api } from '../../app/api.js';
import { useAppDispatch } from '../../app/hooks.js';
import { notified } from '../../app/notices.slice.js';
import { Button } from '../../ui/button.js';
import { usePinProof } from './session/use-pin-proof.js';

type ExportedList = 'orders' | 'geodes';

const names: Record<ExportedList, string> = { orders: 'All orders', geodes: 'The whole inventory' };

const { useAskExportMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    /** Asks whether an export can start now. */
    askExport: build.mutation<null, ExportedList>({
      query: (list) => ({ url: `/admin/${list}.csv`, method: 'HEAD' }),
    }),
  }),
});

/** Lets the browser save the file as a stream: it may be larger than what a page can hold. */
const download = (list: ExportedList): void => {
  const link = document.createElement('a');
  link.href = `/api/admin/${list}.csv`;
  link.download = '';
  link.click();
};

const failureText = (error: unknown): string => {
  const status = isApiError(error) ? error.status : 0;
  if (status === 401) return 'You have been logged out. Please log in again.';
  if (status === 429) return 'An export is still running. Please start this one when it has ended.';
  return 'Please try again.';
};

/**
 * Saves the whole list of a tab as CSV. Asks the shop first, because the browser does not explain a failed download, and the
 * shop may want the PIN again.
 */
export const ExportButton = ({ of }: { of: ExportedList }) => {
  const dispatch = useAppDispatch();
  const [ask, { isLoading }] = useAskExportMutation();
  const { run, dialog } = usePinProof();
  const save = async () => {
    const asked = await run(() => ask(of));
    if (!asked) return;
    const { error } = asked;
    if (error) {
      dispatch(notified({ title: 'Failed to start the export', text: failureText(error), tone: 'bad' }));
      return;
    }
    download(of);
    dispatch(notified({ title: 'Export started', text: `${names[of]}: your browser saves the file.` }));
  };
  return (
    <>
      <Button look="quiet" size="small" busy={isLoading} onClick={() => void save()}>
        {!isLoading && <Download className="icon-s" aria-hidden />}
        Export CSV
      </Button>
      {dialog}
    </>
  );
};
