import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { Button } from '#ui/button/Button.tsx'
import { type Highlight, notesContract } from '../contract.ts'
import { useHighlights } from './useHighlights.ts'

const FILE_ID = 'a'.repeat(32)
const highlight: Highlight = { id: 'h1', start_time: 0, end_time: 1000, text: 'Forty', comment: '', created_time: 1 }

function Highlights() {
  const { highlights, remove } = useHighlights(FILE_ID)
  return highlights.map(({ id, text }) => (
    <Button key={id} onClick={() => void remove(id)}>
      {text}
    </Button>
  ))
}

afterEach(() => vi.unstubAllGlobals())

describe('a highlight', () => {
  it('that cannot be removed is shown again, and not said to be removed', async () => {
    mockServer([
      handle(notesContract.highlights, () => ({ data: [highlight] })),
      handle(notesContract.removeHighlight, () => {
        throw new MockError(500)
      }),
    ])
    await loadMessages('notes')
    const { user } = await renderWithProviders(<Highlights />)
    await user.click(await screen.findByRole('button', { name: 'Forty' }))
    expect(await screen.findAllByText(/^The highlight could not be saved/)).not.toEqual([])
    await waitFor(() => expect(screen.getByRole('button', { name: 'Forty' })).toBeTruthy())
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})
