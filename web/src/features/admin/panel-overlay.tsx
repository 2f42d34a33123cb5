import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { useDiscardQuestion } from './form/unsaved-changes.js';
import styles from './panel.module.css';
import { Panel } from './panel.js';
import { useAdminSession } from './session/use-admin-session.js';

/** The panel as a dialog over the gallery, for the owner only. Leaving the panel leads to the log-in. */
export const PanelOverlay = () => {
  const navigate = useNavigate();
  const session = useAdminSession();
  const [isOpen, setIsOpen] = useState(false);
  const [tab, setTab] = useState<unknown>();
  const [hasLeft, setHasLeft] = useState(false);
  const { askBefore, question } = useDiscardQuestion();
  if (session !== 'valid' || hasLeft) return null;
  const leave = () => {
    setHasLeft(true);
    void navigate('/admin', { replace: true });
  };
  const close = () => askBefore(() => setIsOpen(false));
  return (
    <>
      <Button look="secondary" size="small" className={styles.open} onClick={() => setIsOpen(true)}>
        Owner’s panel
      </Button>
      <Dialog open={isOpen} onClose={close} label="Owner’s panel" className={styles.overlay}>
        <Panel tab={tab} onTab={setTab} onClose={close} onLeft={leave} />
      </Dialog>
      {question}
    </>
  );
};
