import 'reflect-metadata';
import { type Assignment, work } from './worker.js';

// A worker lives as long as the process that started it.
process.once('disconnect', () => process.exit(1));
process.once('message', (assignment: Assignment) => {
  work(assignment, (told) => void process.send?.({ told })).then(
    () => process.send?.({ done: true }, () => process.exit(0)),
    (error: unknown) => {
      const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.send?.({ failed }, () => process.exit(1));
    },
  );
});
