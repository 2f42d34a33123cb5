import type { ReactNode } from 'react';
import { Plus, Mail, MapPin, Phone, type LucideIcon } from 'lucide-react';
import { useGetSiteConfigQuery, phoneHours } from '../../app/site-config.api.js';
import { mailtoUrl, telUrl } from '../../app/contact-links.js';
import { SectionHead } from '../../ui/page-head.js';
import styles from './home-sections.module.css';

export const WhySection = () => (
  <section className="section band" aria-label="Why choose us">
    <div className="wrap">
      <SectionHead title="Why choose us" />
      <ul className={styles.why}>
        <li>
          <Engraving viewBox="11 6 60 60">
            <path d="M12 18h36l12 18-12 18H12z" />
            <circle cx="50" cy="36" r="2.5" />
            <path d="M20 29h18M20 36h18M20 43h11" />
            <path d="M52.5 36c6 1 9-4 14-2" />
          </Engraving>
          <h3>Authenticity</h3>
          <p>Natural geodes, named by the place they were found: Keokuk, Iowa or Hamilton, Illinois.</p>
        </li>
        <li>
          <Engraving viewBox="9 6 60 60">
            <circle cx="30" cy="30" r="20" />
            <circle cx="30" cy="30" r="16.5" strokeWidth=".8" />
            <path d="m44.5 44.5 3 3M47 50l3-3 13 13-3 3z" />
            <path d="m24 40-2-10 5-8 6 5 5-3 1 9-5 8z" />
            <path d="m27 22 1 10 5-5M28 32l-4 8M28 32l6 9M33 27l5 6" strokeWidth=".8" />
          </Engraving>
          <h3>Quality</h3>
          <p>Each stone is graded by hand: Good, Great, Excellent or Museum Quality. The grade is on the card.</p>
        </li>
        <li>
          <Engraving viewBox="9 6 60 60">
            <path d="M36 8 62 20v30L36 64 10 50V20z" />
            <path d="M10 20l26 13 26-13M36 33v31" />
            <path d="m23 14 26 13v9" strokeWidth=".8" />
            <path d="M16 44l8 4M16 49l5 2.5" strokeWidth=".8" />
          </Engraving>
          <h3>Secure shipping</h3>
          <p>Packed stone by stone. Free shipping on all orders (limited time).</p>
        </li>
      </ul>
    </div>
  </section>
);

const Engraving = ({ viewBox, children }: { viewBox: string; children: ReactNode }) => (
  <svg
    viewBox={viewBox}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.2"
    strokeLinejoin="round"
    strokeLinecap="round"
    aria-hidden
  >
    {children}
  </svg>
);

const questions = [
  {
    question: 'What is a geode?',
    answer:
      'A rounded stone with a hollow inside. Water carried minerals through the rock, and over a very long time they grew as crystals from the wall towards the middle.',
  },
  {
    question: 'Where do your geodes come from?',
    answer: 'From Keokuk, Iowa and Hamilton, Illinois. The place is on every card and every page.',
  },
  {
    question: 'Is each geode really one of a kind?',
    answer:
      'Yes. Each is photographed and sold as the one stone it is, so the cart never takes more than one of it. Once it is in another checkout, nobody else can buy it.',
  },
  {
    question: 'How is my order shipped?',
    answer:
      'Packed stone by stone, and free on all orders (limited time). If a stone arrives damaged, tell us within 48 hours and send photos.',
  },
  {
    question: 'Can I return a geode?',
    answer: 'No. All sales are final, apart from damage in shipping that is reported within 48 hours with photos.',
  },
];

export const FaqSection = () => (
  <section className="section band" id="faq" aria-label="Questions about geodes">
    <div className={`wrap ${styles.split}`}>
      <h2>Questions about geodes</h2>
      <div className={styles.questions}>
        {questions.map(({ question, answer }, index) => (
          <details key={question} open={index === 0}>
            <summary>
              {question}
              <Plus className="icon" aria-hidden />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </div>
  </section>
);

/** Contact details. The owner may have none but the email. */
export const ContactSection = ({ title }: { title: string }) => {
  const { data: config } = useGetSiteConfigQuery();
  const contact = config?.contact;
  return (
    <section className="section" id="contact" aria-label="Contact">
      <div className={`wrap ${styles.split}`}>
        <div>
          <h2>{title}</h2>
          <p className={`lead ${styles.lead}`}>Ask about a stone, an order or a visit. We answer within 24 hours.</p>
        </div>
        <dl className={styles.ways}>
          <Way Icon={Mail} name="Email" note="Answer within 24 hours">
            {contact && <a href={mailtoUrl(contact.email)}>{contact.email}</a>}
          </Way>
          {contact?.phone !== '' && (
            <Way Icon={Phone} name="Phone" note={config?.hours ?? phoneHours}>
              {contact && <a href={telUrl(contact.phone)}>{contact.phone}</a>}
            </Way>
          )}
          {contact?.location !== '' && (
            <Way Icon={MapPin} name="Location" note="Specimens from Keokuk, Iowa and Hamilton, Illinois">
              {contact?.location}
            </Way>
          )}
        </dl>
      </div>
    </section>
  );
};

interface WayProps {
  Icon: LucideIcon;
  name: string;
  note: string;
  children: ReactNode;
}

const Way = ({ Icon, name, note, children }: WayProps) => (
  <div>
    <dt>
      <Icon className="icon" aria-hidden />
      <span className="sr">{name}</span>
    </dt>
    <dd>
      <b className={styles.way}>{children}</b>
      {note}
    </dd>
  </div>
);
