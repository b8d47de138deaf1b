import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MiB } from '#kit/units.ts'
import { accessibilityTroubles } from '#test/screen/axe.ts'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { Says, on, serveInMemory } from '#test/screen/serveInMemory.ts'
import { filesContract } from '../contract.ts'
import { StorageRow } from './StorageRow.tsx'

const STAT = {
  total_files: 1,
  total_duration: 1000,
  total_transcribed_duration: 0,
  recent_30_days_daily_avg: 0,
  group_result: [],
  most_active_hour: null,
}

function storageIs(limit_bytes: number | null): void {
  const storage = { sound_bytes: 40 * MiB, text_bytes: 2 * MiB, limit_bytes }
  serveInMemory([on(filesContract.stat, () => ({ data_stat: { ...STAT, storage } }))])
}

afterEach(() => vi.unstubAllGlobals())

describe('storage row of the settings', () => {
  it('shows the storage used by audio and text together', async () => {
    storageIs(null)
    await renderScreen(<StorageRow />)
    expect(await screen.findByText('42 MB used')).toBeDefined()
  })

  it('shows the limit and how to free storage when there is a limit', async () => {
    storageIs(100 * MiB)
    await renderScreen(<StorageRow />)
    expect(await screen.findByText(/^42 MB of 100 MB used\. Empty the trash or delete recordings/)).toBeDefined()
    expect(await accessibilityTroubles()).toEqual([])
  })

  it('shows an error when loading fails', async () => {
    serveInMemory([
      on(filesContract.stat, () => {
        throw new Says(500)
      }),
    ])
    await renderScreen(<StorageRow />)
    expect(await screen.findByText('Storage could not be loaded')).toBeDefined()
  })
})
