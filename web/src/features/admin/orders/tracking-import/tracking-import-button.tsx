import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.js';
import { TrackingImportSheet } from './tracking-import-sheet.js';

export const TrackingImportButton = () => {
  /** The key starts each import from its first step. */
  const [sheet, setSheet] = useState({ isOpen: false, time: 0 });
  return (
    <>
      <Button look="quiet" size="small" onClick={() => setSheet(({ time }) => ({ isOpen: true, time: time + 1 }))}>
        <FileUp className="icon-s" aria-hidden />
        Import tracking numbers
      </Button>
      <TrackingImportSheet
        key={sheet.time}
        open={sheet.isOpen}
        onClose={() => setSheet((now) => ({ ...now, isOpen: false }))}
      />
    </>
  );
};
