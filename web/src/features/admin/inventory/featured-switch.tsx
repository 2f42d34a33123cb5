import type { Geode } from '@geodes/contracts';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { Switch } from '../../../ui/switch.js';
import { useSetFeaturedMutation } from './inventory.api.js';

/** Shows a geode on the home page, or not: at once, without a form. */
export const FeaturedSwitch = ({ geode }: { geode: Geode }) => {
  const dispatch = useAppDispatch();
  const [setFeatured, { isLoading }] = useSetFeaturedMutation();
  const change = async (isFeatured: boolean) => {
    const { error } = await setFeatured({ id: geode.id, isFeatured });
    dispatch(
      notified(
        error
          ? { title: 'Failed to update featured status', text: 'Please try again.', tone: 'bad' }
          : { title: isFeatured ? 'Featured' : 'No longer featured', text: geode.title },
      ),
    );
  };
  return (
    <Switch
      label={`Featured: ${geode.title}`}
      isOn={geode.isFeatured}
      busy={isLoading}
      onChange={(isOn) => void change(isOn)}
    />
  );
};
