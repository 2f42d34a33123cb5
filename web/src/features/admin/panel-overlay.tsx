import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import styles from './panel-overlay.module.css';
import { Panel } from './panel.js';
import { useAdminSession } from './use-admin-session.js';

/** For the owner alone: the panel over the gallery, opened and closed without leaving the page. */
export const PanelOverlay = () => {
  const session = useAdminSession();
  const [isOpen, setIsOpen] = useState(false);
  const [hasLeft, setHasLeft] = useState(false);
  if (session !== 'valid' || hasLeft) return null;
  return (
    <>
      <Button look="secondary" size="small" className={styles.open} onClick={() => setIsOpen(true)}>
        Owner’s panel
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} label="Owner’s panel" className={styles.overlay}>
        <Panel onClose={() => setIsOpen(false)} onLeft={() => setHasLeft(true)} />
      </Dialog>
    </>
  );
};
