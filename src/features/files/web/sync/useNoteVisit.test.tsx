import { waitFor } from '@testing-library/react'
import { afterEach, expect, describe, it, vi } from 'vitest'
import { filesContract } from '#features/files/contract.ts'
import { FILE_ID } from '#test/screens/createRecording.ts'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { useNoteVisit } from './useNoteVisit.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const VISIT = `PUT /file/${FILE_ID}/visit`

function OpenPage({ isSummaryNew }: { isSummaryNew: boolean }) {
  useNoteVisit({ id: FILE_ID, is_summary_new: isSummaryNew })
  return null
}

function setVisible(isVisible: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!isVisible)
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('the visit of a recording', () => {
  it('is noted once, and again when the summary is created while the page is open', async () => {
    const { requests } = mockServer([handle(filesContract.visit, () => ({}))])
    const { rerender } = await renderWithProviders(<OpenPage isSummaryNew={false} />)
    rerender(<OpenPage isSummaryNew={false} />)
    await waitFor(() => expect(requests).toEqual([VISIT]))
    rerender(<OpenPage isSummaryNew />)
    await waitFor(() => expect(requests).toEqual([VISIT, VISIT]))
    rerender(<OpenPage isSummaryNew={false} />)
    setVisible(true)
    expect(requests).toEqual([VISIT, VISIT])
  })

  it('is noted when the user returns to a page in the background', async () => {
    const { requests } = mockServer([handle(filesContract.visit, () => ({}))])
    setVisible(false)
    await renderWithProviders(<OpenPage isSummaryNew />)
    expect(requests).toEqual([])
    setVisible(true)
    await waitFor(() => expect(requests).toEqual([VISIT]))
  })
})
