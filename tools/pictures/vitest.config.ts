import { defineConfig } from 'vitest/config';

/** `npm run pictures`: each picture is taken by a test, which fails where the screen is not as it should be. */
export default defineConfig({
  test: {
    include: ['tools/pictures/take-pictures.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['verbose'],
  },
});
