import { describe, expect, it } from 'vitest'
import { FILENAME_MAX, SCENES } from '#features/files/contract.ts'
import { days, hours, seconds } from '#shared/units.ts'
import { draftRecordings } from './draftRecordings.ts'
import { parseSeedArguments } from './parseSeedArguments.ts'

const NOW = new Date(Date.UTC(2026, 10, 21))

describe('npm run seed library', () => {
  it('refuses invalid options with an explanation', () => {
    for (const [args, expectedMessage] of [
      [['--files', '100001'], '--files must be a whole number from 0 to 100000'],
      [['--files', 'many'], '--files must be a whole number'],
      [['--folders', '-1'], '--folders'],
      [['--email', 'unknown'], '--email is not'],
      [['--password', 'short'], '--password must have 8'],
      [['--colour', 'red'], '--colour'],
      [['templates'], 'Enter what to seed'],
    ] as const) {
      expect(() => parseSeedArguments(['library', ...args]), args.join(' ')).toThrow(expectedMessage)
    }
  })

  it('drafts the same library from the same seed: ten languages, long names, six years, five seconds to five hours', () => {
    const options = { files: 5000, folderIds: ['a', 'b'], trashPercent: 3, now: NOW }
    const drafts = draftRecordings(options)
    expect(draftRecordings(options)).toEqual(drafts)
    expect(draftRecordings({ ...options, seed: 7 })).not.toEqual(drafts)
    expect(new Set(drafts.map(({ language }) => language)).size).toBe(10)
    expect(new Set(drafts.map(({ scene }) => scene))).toEqual(new Set(Object.values(SCENES)))
    expect(Math.max(...drafts.map(({ filename }) => filename.length))).toBeGreaterThan(200)
    for (const { filename, startTime, editTime, duration, trashedAt } of drafts) {
      expect(filename.length).toBeLessThanOrEqual(FILENAME_MAX)
      expect(NOW.getTime() - startTime.getTime()).toBeLessThan(days(6 * 365 + 2))
      expect(startTime.getTime() + duration).toBeLessThanOrEqual(NOW.getTime())
      expect(editTime.getTime()).toBeLessThanOrEqual(NOW.getTime())
      expect(duration).toBeGreaterThanOrEqual(seconds(5))
      expect(duration).toBeLessThanOrEqual(hours(5))
      expect(NOW.getTime() - (trashedAt ?? NOW).getTime()).toBeLessThan(days(29))
    }
    expect(drafts.filter(({ trashedAt }) => trashedAt).length / drafts.length).toBeCloseTo(0.03, 1)
    expect(drafts.some(({ filename }) => /\p{Script=Arabic}/u.test(filename))).toBe(true)
    expect(drafts.some(({ filename }) => /\p{Extended_Pictographic}/u.test(filename))).toBe(true)
  })
})
