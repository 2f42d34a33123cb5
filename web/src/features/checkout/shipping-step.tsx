import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useAppDispatch, useAppSelector } from '../../app/hooks.js';
import { noticeClosed, notified } from '../../app/notices.slice.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import styles from './cart-drawer.module.css';
import { useCart } from '../cart/use-cart.js';
import { PriceSum } from '../orders/price-sum.js';
import { BUYER_FIELDS, isEmail, isOptional, missingFields, type BuyerField, type BuyerForm } from './buyer-form.js';
import { buyerInputs, missingFieldText } from './buyer-inputs.js';
import { currentHold, refreshFirstTimeFlag } from './checkout.api.js';
import { addressQuestioned, buyerTyped } from './checkout.slice.js';
import { continueToPayment } from './take-hold.js';
import { addressQuestion, US_STATES } from './us-address.js';

const MISSING = 'Missing Information';
const SETTLE_MS = 400;
/** Timeout of the first-time check, milliseconds. */
const CHECK_TIMEOUT_MS = 3_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const problem = (field: BuyerField, value: string): true | string => {
  if (isOptional(field)) return true;
  if (value.trim() === '') return missingFieldText(field);
  return field === 'email' && !isEmail(value) ? 'Please enter an email like alex@example.com.' : true;
};

/** Step 2: the shipping address. */
export const ShippingStep = () => {
  const dispatch = useAppDispatch();
  const { buyer: kept, questioned } = useAppSelector(({ checkout }) => checkout);
  const [isAsking, setIsAsking] = useState(false);
  const { isFirstTimeCustomer, customerEmail } = useAppSelector(({ cart }) => cart);
  const { totals } = useCart();
  const { register, control, handleSubmit, getValues, setFocus, formState, subscribe } = useForm<BuyerForm>({
    defaultValues: kept,
  });
  const typed = useWatch({ control });
  const email = typed.email ?? '';

  useEffect(() => {
    if (email.trim() === customerEmail) return;
    const timer = window.setTimeout(() => void dispatch(refreshFirstTimeFlag(email)), email === '' ? 0 : SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, [email, customerEmail, dispatch]);
  // Sets the buyer cookie now: if the response to the hold request is lost, the hold still belongs to this browser.
  useEffect(() => void dispatch(currentHold.initiate()), [dispatch]);
  // The typed values survive a step back, a closed drawer and a reload.
  useEffect(() => {
    const callback = ({ values }: { values: BuyerForm }) => void dispatch(buyerTyped({ ...values }));
    return subscribe({ formState: { values: true }, callback });
  }, [dispatch, subscribe]);

  const submit = handleSubmit(
    async (buyer) => {
      dispatch(buyerTyped(buyer));
      const doubtful = BUYER_FIELDS.filter(
        (field) => addressQuestion(field, buyer[field]) && questioned[field] !== buyer[field],
      );
      setIsAsking(doubtful.length > 0);
      if (doubtful[0]) {
        dispatch(addressQuestioned(Object.fromEntries(doubtful.map((field) => [field, buyer[field]]))));
        setFocus(doubtful[0]);
        // Scrolls the question below the field into view, too.
        document.activeElement?.scrollIntoView({ block: 'center' });
        return;
      }
      // A buyer who is faster than the check still sees the right total before paying.
      if (buyer.email.trim() !== customerEmail) {
        await Promise.race([dispatch(refreshFirstTimeFlag(buyer.email)), pause(CHECK_TIMEOUT_MS)]);
      }
      await dispatch(continueToPayment());
    },
    () => {
      const [missing] = missingFields(getValues());
      if (missing) dispatch(notified({ title: MISSING, text: missingFieldText(missing), tone: 'bad' }));
    },
  );

  return (
    <form
      noValidate
      onSubmit={(event) => {
        dispatch(noticeClosed(MISSING));
        void submit(event);
      }}
      style={{ display: 'contents' }}
    >
      <div className={styles.scroll}>
        <p className="small dim" style={{ marginBottom: 20 }}>
          No account required - checkout as guest
          <br />
          We ship within the United States.
        </p>
        {BUYER_FIELDS.map((field) => (
          <Field
            key={field}
            {...register(field, { validate: (value) => problem(field, value) })}
            {...buyerInputs[field]}
            optional={isOptional(field)}
            aria-required={!isOptional(field)}
            error={formState.errors[field]?.message}
            isAlerting={field === 'email'}
            question={
              isAsking && questioned[field] === typed[field]
                ? addressQuestion(field, questioned[field] ?? '')
                : undefined
            }
            good={
              field === 'email' && isFirstTimeCustomer && customerEmail === email.trim()
                ? 'First-time customer: 10% off this order'
                : undefined
            }
          />
        ))}
        <datalist id="us-states">
          {Object.entries(US_STATES).map(([name, code]) => (
            <option key={code} value={name} label={code} />
          ))}
        </datalist>
      </div>
      <div className={styles.foot}>
        <PriceSum total={totals.finalTotal} />
        <Button type="submit" block busy={formState.isSubmitting} className={styles.button}>
          Continue to Payment
        </Button>
      </div>
    </form>
  );
};
