import { describe, expect, inject, it } from 'vitest'
import { SETTING_GROUPS, settingsSchema } from '#platform/config/settings.ts'
import { configurationPage } from '#dev/docs/configurationPage.ts'
import { databasePage } from '#dev/docs/databasePage.ts'
import { createTestDatabase } from '#test/server/testCluster.ts'
import { readText } from './sourceTree.ts'

describe('`npm run docs` has generated', () => {
  it('docs/configuration.md from the current settings', () => {
    expect(readText('docs/configuration.md')).toBe(configurationPage())
  })

  it('docs/database.md from the current migrations', async () => {
    await using database = await createTestDatabase(inject('cluster'))
    expect(readText('docs/database.md')).toBe(await databasePage(database.url))
  })
})

describe('settings', () => {
  it('are each in one group', () => {
    const grouped = SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings))
    expect(grouped.toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted())
  })

  it('have the same names in the README as in the source', () => {
    const names = [...readText('README.md').matchAll(/^\| `([A-Z0-9_`, ]+)` \|/gm)].flatMap(([, cell]) => cell!.split('`, `'))
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !(name in settingsSchema.shape))).toEqual([])
  })
})
