import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Settings } from '#features/profile/contract.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { SETTINGS } from '#test/screens/aUser.ts'
import { TrashRetentionRow } from './TrashRetentionRow.tsx'

beforeEach(async () => {
  await loadMessages('retention')
})

async function renderRow(countExpiredTrash: (days: number) => number | undefined) {
  const state = { settings: SETTINGS }
  function TestRow() {
    const [settings, setSettings] = useState(SETTINGS)
    const change = async (changes: Partial<Settings>) => {
      state.settings = { ...state.settings, ...changes }
      setSettings(state.settings)
      return true
    }
    return <TrashRetentionRow settings={settings} change={change} countExpiredTrash={countExpiredTrash} />
  }
  return { ...(await renderWithProviders(<TestRow />)), state }
}

const selectedValue = (label: string) => (screen.getByLabelText(label) as HTMLSelectElement).value

it.each([
  [undefined, 'Recordings that have been in the trash longer than this will be deleted forever'],
  [0, 'No recording has been in the trash that long yet.'],
  [1, '1 recording in the trash is older than this.'],
  [12, '12 recordings in the trash are older than this.'],
])('asks before a shorter trash retention, with %s recordings that it would delete', async (dueCount, text) => {
  const countExpiredTrash = vi.fn<(days: number) => number | undefined>(() => dueCount)
  const { user, state } = await renderRow(countExpiredTrash)
  const row = await screen.findByLabelText('Keep in trash')
  expect(selectedValue('Keep in trash')).toBe('30')
  await user.selectOptions(row, '7')
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain(text)
  expect(countExpiredTrash).toHaveBeenCalledWith(7)
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect([state.settings.trash_days, selectedValue('Keep in trash')]).toEqual([30, '30'])
  await user.selectOptions(row, '7')
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Shorten' }))
  await waitFor(() => expect(state.settings.trash_days).toBe(7))
  await user.selectOptions(row, 'Until you empty it')
  await waitFor(() => expect(state.settings.trash_days).toBeNull())
  expect(screen.getByText('Recordings stay in the trash until you delete them.')).toBeTruthy()
})
