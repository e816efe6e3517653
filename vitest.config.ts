import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    setupFiles: ['test/support/no-outside-network.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
