import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { ThisWeek } from './ThisWeek.tsx'

/** Starts this morning. */
const today = (filename: string, minutes: number) =>
  fileRow({ filename, start_time: Math.floor(new Date().setHours(0, 1, 0, 0) / 1000), duration: minutes * 60_000 })

const plainText = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ')
const renderWeek = (files: Parameters<typeof ThisWeek>[0]['files']) =>
  renderWithProviders(
    <main>
      <h1>Home</h1>
      <ThisWeek files={files} />
    </main>,
  )

describe('this week', () => {
  it('shows the total and what was recorded on each day, also to screen readers', async () => {
    await renderWeek([today('Interview', 60), today('Stand-up', 15)])
    const region = screen.getByRole('region', { name: 'This week' })
    expect(plainText(region)).toContain('1 h 15 min · 2 recordings')
    const days = within(region).getAllByRole('listitem')
    expect(days).toHaveLength(7)
    const [current] = days.filter((day) => day.getAttribute('aria-current') === 'date')
    expect(plainText(current!)).toMatch(/^\w+day, \w+ \d+: 1 h 15 min, 2 recordings/)
    expect(days.filter((day) => plainText(day)?.includes('no recordings'))).toHaveLength(6)
    expect(current!.title.replaceAll('\u00a0', ' ')).toMatch(/: 1 h 15 min, 2 recordings$/)
    expect(await axeViolations()).toEqual([])
  })

  it('says that there are no recordings', async () => {
    await renderWeek([])
    expect(screen.getByText('No recordings this week')).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(7)
  })
})
