import { Plus } from 'lucide-react';
import styles from './home-sections.module.css';

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
