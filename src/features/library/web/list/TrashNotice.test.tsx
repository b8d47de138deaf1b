import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { days, hours, minutes } from '#shared/units.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { getOpenDialog } from '#ui/dialog/openDialog.ts'
import { MockLibraryServer } from '#test/screens/MockLibraryServer.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { TrashNotice } from './TrashNotice.tsx'
import { renderTrashDaysLeft } from '../rows/FileStatus.tsx'

const NOW = new Date(2026, 10, 21, 12).getTime()
const file = (elapsed: number) => ({ trashed_at: (NOW - elapsed) / 1000 })

afterEach(() => {
  closeDialogs('settings')
  vi.unstubAllGlobals()
})

describe('trash rule', () => {
  it.each([
    [30, 'Recordings here are deleted forever after 30 days.'],
    [1, 'Recordings here are deleted forever after 1 day.'],
    [null, 'Recordings stay here until you delete them.'],
  ])('is shown for %s days with a button to change it', async (trashDays, text) => {
    new MockLibraryServer().trashDays = trashDays
    const { user } = await renderWithProviders(<TrashNotice />)
    expect(await screen.findByText(text)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Change', description: text }))
    expect(getOpenDialog('settings')).toEqual({ pane: 'privacy' })
    expect(await axeViolations()).toEqual([])
  })

  it('is invisible until it is known, but takes its space', async () => {
    new MockLibraryServer().hold('GET /user/me/settings')
    const { container } = await renderWithProviders(<TrashNotice />)
    expect(container.firstElementChild?.classList.contains('*:invisible')).toBe(true)
    expect(container.textContent).not.toBe('')
  })
})

function DaysLeft(props: Omit<Parameters<typeof renderTrashDaysLeft>[0], 'now'>) {
  return renderTrashDaysLeft({ ...props, now: NOW }, useTranslations('files'))
}

describe('days left of a recording in the trash', () => {
  it.each([
    [minutes(1), 30, '30 days left'],
    [days(18), 30, '12 days left'],
    [days(29), 30, '1 day left'],
    [days(30) - hours(1), 30, 'Last day'],
    [days(31), 30, 'Last day'],
    [days(3), null, ''],
    [days(3), undefined, ''],
  ])('trashed %i ms ago with a rule of %s days shows “%s”', async (elapsed, trashDays, text) => {
    const { container } = await renderWithProviders(<DaysLeft file={file(elapsed)} trashDays={trashDays} />)
    expect(container.textContent).toBe(text)
  })

  it('are empty outside the trash', async () => {
    const { container } = await renderWithProviders(<DaysLeft file={{ trashed_at: null }} trashDays={30} />)
    expect(container.textContent).toBe('')
  })
})
