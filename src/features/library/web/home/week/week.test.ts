import { describe, expect, it } from 'vitest'
import { SCENES } from '#features/files/contract.ts'
import { firstDayOfWeek } from '#browser/i18n/firstDayOfWeek.ts'
import { LOCALES } from '#shared/locales.ts'
import { getWeek } from './week.ts'

/** In local time. November 20, 2026 is a Friday. */
const at = (day: number, hour = 12) => new Date(2026, 10, day, hour).getTime()
const file = (day: number, minutes: number, change: { hour?: number; is_trash?: boolean; scene?: number } = {}) => ({
  start_time: at(day, change.hour) / 1000,
  duration: minutes * 60_000,
  is_trash: change.is_trash ?? false,
  scene: change.scene ?? 101,
})
const minutesOf = (week: ReturnType<typeof getWeek>) => week.days.map(({ duration }) => duration / 60)

describe('what was recorded this week', () => {
  it('is counted by the day on which a recording starts', () => {
    const week = getWeek([file(16, 10, { hour: 0 }), file(18, 30), file(18, 5), file(20, 60, { hour: 23 })], at(20), 1)
    expect(minutesOf(week)).toEqual([10, 0, 35, 0, 60, 0, 0])
    expect(week).toMatchObject({ duration: 105 * 60, recordings: 4 })
    expect(week.days.map(({ isToday }) => isToday).indexOf(true)).toBe(4)
    expect(week.days.map(({ recordings }) => recordings)).toEqual([1, 0, 2, 0, 1, 0, 0])
  })

  it('leaves out other weeks, the trash and the sample', () => {
    const files = [
      file(15, 10),
      file(23, 10),
      file(17, 10, { is_trash: true }),
      file(17, 10, { scene: SCENES.welcomeNote }),
      file(17, 1),
    ]
    expect(getWeek(files, at(20), 1)).toMatchObject({ duration: 60, recordings: 1 })
  })

  it('begins on the first day of the locale', () => {
    const files = [file(15, 10), file(21, 20), file(22, 40)]
    expect(minutesOf(getWeek(files, at(20), 7))).toEqual([10, 0, 0, 0, 0, 0, 20])
    expect(minutesOf(getWeek(files, at(20), 1))).toEqual([0, 0, 0, 0, 0, 20, 40])
    expect(minutesOf(getWeek(files, at(22), 1))).toEqual([0, 0, 0, 0, 0, 20, 40])
    expect(minutesOf(getWeek(files, at(22), 7))).toEqual([40, 0, 0, 0, 0, 0, 0])
  })
})

describe('the first day of the week', () => {
  it('is Sunday in the United States and Japan, and Monday in Germany', () => {
    expect((['en_US', 'ja_JP', 'de_DE'] as const).map(firstDayOfWeek)).toEqual([7, 7, 1])
  })

  it('is known for every language', () => {
    expect(LOCALES.map(firstDayOfWeek).filter((day) => day !== 1 && day !== 7)).toEqual([])
  })
})
