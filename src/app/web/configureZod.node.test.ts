import { expect, it } from 'vitest'
import { config } from 'zod/mini'

// A newer version of zod may keep its settings elsewhere; configureZod.ts would then have no effect.
it('sets the object in which zod keeps its settings', () => {
  expect(config()).toBe((globalThis as { __zod_globalConfig?: object }).__zod_globalConfig)
})
