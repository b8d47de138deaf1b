import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import type { ComponentType } from 'react'
import { describe, expect, it } from 'vitest'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { Button } from '../button/Button.tsx'
import { Dialog } from './Dialog.tsx'
import { lazyDialog } from './lazyDialog.tsx'

type Props = { open: boolean; onClose: () => void }
const Notes = ({ open, onClose }: Props) => <Dialog open={open} onClose={onClose} title="Notes" />

function Opener({ LazyNotes }: { LazyNotes: ComponentType<Props> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <output>{open ? 'open' : 'closed'}</output>
      <LazyNotes open={open} onClose={() => setOpen(false)} />
    </>
  )
}

describe('lazyDialog', () => {
  it('is loaded once, when it is first opened, and returns the focus on close', async () => {
    let loads = 0
    const LazyNotes = lazyDialog<Props>(async () => {
      loads += 1
      return Notes
    })
    const { user } = await renderWithProviders(<Opener LazyNotes={LazyNotes} />)
    expect(loads).toBe(0)
    const button = screen.getByRole('button', { name: 'Open' })
    for (let round = 0; round < 2; round += 1) {
      await user.click(button)
      const dialog = await screen.findByRole('dialog', { name: 'Notes' })
      await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await waitFor(() => expect(document.activeElement).toBe(button))
    }
    expect(loads).toBe(1)
  })

  it('shows a toast when loading fails, and can be opened again', async () => {
    let isOnline = false
    const LazyNotes = lazyDialog<Props>(async () => {
      if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
      return Notes
    })
    const { user } = await renderWithProviders(<Opener LazyNotes={LazyNotes} />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect((await screen.findAllByText(/The server cannot be reached/)).length).toBeGreaterThan(0)
    expect(screen.getByText('closed')).toBeTruthy()
    isOnline = true
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(await screen.findByRole('dialog', { name: 'Notes' })).toBeTruthy()
  })
})
