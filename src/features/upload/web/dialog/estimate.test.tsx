import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { foldersContract } from '#features/folders/contract.ts'
import { MembershipContext } from '#features/membership/web.tsx'
import { profileContract } from '#features/profile/contract.ts'
import { minutes } from '#shared/units.ts'
import { createUploadItem } from '#test/fakes/upload/createUploadItem.ts'
import { aMembership } from '#test/screens/aMembership.ts'
import { SETTINGS } from '#test/screens/aUser.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { uploadContract } from '../../contract.ts'
import { Uploads } from '../queue/Uploads.ts'
import type { UploadItem } from '../queue/uploadItem.ts'
import { UploadDialog } from './UploadDialog.tsx'

/** No step of an upload ends. */
const pending = () => new Promise<never>(() => {})

afterEach(() => vi.unstubAllGlobals())

/** Shows the upload dialog of a starter with 288 minutes. `choose` replaces the files of the queue. */
async function openDialog() {
  mockServer([
    handle(profileContract.settings, () => ({ data: SETTINGS })),
    handle(uploadContract.webConfig, () => ({ data: { upload_limit_size: 1000 } })),
    handle(uploadContract.unfinished, () => ({ data: { list: [] } })),
    handle(foldersContract.list, () => ({ data_filetag_total: 0, data_filetag_list: [] })),
  ])
  const uploads = new Uploads({ startRunner: pending })
  const membership = { membership: aMembership({ seconds_left: 288 * 60 }), error: null, retry: () => {}, retrying: false }
  await renderWithProviders(
    <MembershipContext value={membership}>
      <UploadDialog open uploads={uploads} onClose={() => {}} onOpenFile={() => {}} />
    </MembershipContext>,
  )
  return { choose: (items: readonly UploadItem[]) => act(() => uploads.store.setState({ items })) }
}

describe('the minutes that an upload takes', () => {
  it('are said before and after files were chosen, as far as their length is known', async () => {
    const { choose } = await openDialog()
    await screen.findByText('288 min left for transcription.')
    const talk = createUploadItem({ duration: minutes(12), held: true })
    choose([talk])
    await screen.findByText('Uses 12 min of 288 left; 276 after.')
    choose([talk, createUploadItem({ held: true })])
    await screen.findByText('Uses 12 min of 288 left; 276 after. More files are being checked.')
    choose([{ ...talk, duration: minutes(300) }])
    await screen.findByText('Not enough minutes: needs 300 min, 288 left.')
    expect(screen.getByRole('button', { name: 'Details' })).toBeTruthy()
    expect(await axeViolations()).toEqual([])
  })
})
