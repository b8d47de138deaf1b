import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MiB, hours } from '#shared/units.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { getOpenDialog } from '#ui/dialog/openDialog.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { filesContract } from '../../contract.ts'
import { StorageRow } from './StorageRow.tsx'
import { StorageUse } from './StorageUse.tsx'

const STAT = {
  total_files: 1,
  total_duration: hours(31),
  total_transcribed_duration: 0,
  recent_30_days_daily_avg: 0,
  group_result: [],
  most_active_hour: null,
}

function serveStorage(limit_bytes: number | null): void {
  const storage = { sound_bytes: 40 * MiB, text_bytes: 2 * MiB, limit_bytes }
  mockServer([handle(filesContract.stat, () => ({ data_stat: { ...STAT, storage } }))])
}

afterEach(() => vi.unstubAllGlobals())

describe('storage row of the settings', () => {
  it('shows the storage used by audio and text together', async () => {
    serveStorage(null)
    await renderWithProviders(<StorageRow />)
    expect(await screen.findByText('42 MB used')).toBeDefined()
  })

  it('shows the limit and how to free storage when there is a limit', async () => {
    serveStorage(100 * MiB)
    await renderWithProviders(<StorageRow />)
    expect(await screen.findByText(/^42 MB of 100 MB used\. Empty the trash or delete recordings/)).toBeDefined()
    expect(await axeViolations()).toEqual([])
  })

  it('shows an error when loading fails', async () => {
    mockServer([
      handle(filesContract.stat, () => {
        throw new MockError(500)
      }),
    ])
    await renderWithProviders(<StorageRow />)
    expect(await screen.findByText('Storage could not be loaded')).toBeDefined()
  })
})

describe('storage use in the sidebar', () => {
  it.each([false, true])('shows the hours kept and the storage used, and opens the settings; narrow: %s', async (narrow) => {
    serveStorage(null)
    const { user } = await renderWithProviders(<StorageUse narrow={narrow} fileCount={1} />)
    await user.click(await screen.findByRole('button', { name: /^31.h kept · 42.MB$/ }))
    expect(getOpenDialog('settings')).toEqual({ pane: 'use' })
    closeDialogs('settings')
  })
})
