import type { Challenge } from '@geodes/contracts';
import { api } from '../../app/api.js';

const challengeApi = api.injectEndpoints({
  endpoints: (build) => ({
    requestChallenge: build.mutation<Challenge, void>({ query: () => ({ url: '/challenge' }) }),
  }),
});

export const { requestChallenge } = challengeApi.endpoints;
