import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { days, hours, minutes } from '#shared/units.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { TrashNotice } from './TrashNotice.tsx'
import { TrashDaysLeft } from '../rows/TrashDaysLeft.tsx'

const NOW = new Date(2026, 10, 21, 12).getTime()
const file = (elapsed: number) => ({ trashed_at: (NOW - elapsed) / 1000 })

describe('trash rule', () => {
  it.each([
    [30, 'Recordings here are deleted for good after 30 days.'],
    [1, 'Recordings here are deleted for good after 1 day.'],
    [null, 'Recordings stay here until you delete them for good.'],
  ])('is shown for %s days with a button to change it', async (trashDays, text) => {
    const onChangeRule = vi.fn<() => void>()
    const { user } = await renderWithProviders(<TrashNotice trashDays={trashDays} onChangeRule={onChangeRule} />)
    expect(await screen.findByText(text)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Change', description: text }))
    expect(onChangeRule).toHaveBeenCalledOnce()
    expect(await axeViolations()).toEqual([])
  })

  it('is empty until it is known', async () => {
    const { container } = await renderWithProviders(<TrashNotice trashDays={undefined} />)
    expect(container.textContent).toBe('')
  })
})

describe('days left of a recording in the trash', () => {
  it.each([
    [minutes(1), 30, '30 days left'],
    [days(18), 30, '12 days left'],
    [days(29), 30, '1 day left'],
    [days(30) - hours(1), 30, 'Goes today'],
    [days(31), 30, 'Goes today'],
    [days(3), null, ''],
    [days(3), undefined, ''],
  ])('trashed %i ms ago with a rule of %s days shows “%s”', async (elapsed, trashDays, text) => {
    const { container } = await renderWithProviders(<TrashDaysLeft file={file(elapsed)} trashDays={trashDays} now={NOW} />)
    expect(container.textContent).toBe(text)
  })

  it('are empty outside the trash', async () => {
    const { container } = await renderWithProviders(<TrashDaysLeft file={{ trashed_at: null }} trashDays={30} now={NOW} />)
    expect(container.textContent).toBe('')
  })
})
