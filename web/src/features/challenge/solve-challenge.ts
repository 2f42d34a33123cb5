import type { Challenge, ChallengeSolution, SolvedChallenge } from '@geodes/contracts';

/** A slow phone needs about a second. */
const TIMEOUT_MS = 30_000;

/**
 * Solves a challenge in a worker, which is loaded for it alone. Returns the text to send. Throws an Error after 30 s and
 * in a browser without Web Crypto (a page that is neither HTTPS nor local).
 */
export const solveChallenge = (challenge: Challenge): Promise<string> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./solve-challenge.worker.ts', import.meta.url), { type: 'module' });
    const end = (solution: ChallengeSolution | null) => {
      clearTimeout(timer);
      worker.terminate();
      if (solution) resolve(btoa(JSON.stringify({ challenge, solution } satisfies SolvedChallenge)));
      else reject(new Error('The challenge was not solved.'));
    };
    const timer = setTimeout(() => end(null), TIMEOUT_MS);
    worker.onmessage = ({ data }: MessageEvent<ChallengeSolution | null>) => end(data);
    worker.onerror = () => end(null);
    worker.postMessage(challenge);
  });
