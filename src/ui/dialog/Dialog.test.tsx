import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import type { ComponentType } from 'react'
import { describe, expect, it } from 'vitest'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { Button } from '../button/Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog, lazyDialog } from './Dialog.tsx'
import { Menu, MenuItem } from '../menu/Menu.tsx'
import { TextField } from '../form/TextField.tsx'

function Opener({ onSubmit }: { onSubmit?: (name: string) => void }) {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="New name" onSubmit={() => onSubmit?.(name)}>
        <TextField label="Name" value={name} onChange={setName} />
      </Dialog>
    </>
  )
}

describe('Dialog', () => {
  it('takes the focus, closes on Esc and returns the focus', async () => {
    const { user } = await renderWithProviders(<Opener />)
    const opener = screen.getByRole('button', { name: 'Rename' })
    await user.click(opener)
    const dialog = await screen.findByRole('dialog', { name: 'New name' })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('closes with its close button', async () => {
    const { user } = await renderWithProviders(<Opener />)
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    await user.click(await screen.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('submits on Enter when it has onSubmit', async () => {
    const saved: string[] = []
    const { user } = await renderWithProviders(<Opener onSubmit={(name) => saved.push(name)} />)
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    await user.type(await screen.findByLabelText('Name'), 'Kampala{Enter}')
    expect(saved).toEqual(['Kampala'])
  })

  it('returns the focus to the menu button when it was opened from a menu', async () => {
    function FromMenu() {
      const [open, setOpen] = useState(false)
      return (
        <>
          <Menu trigger={<Button>More</Button>}>
            <MenuItem onSelect={() => setOpen(true)}>Delete</MenuItem>
          </Menu>
          <ConfirmDialog
            open={open}
            title="Delete the file?"
            danger
            onConfirm={() => setOpen(false)}
            onClose={() => setOpen(false)}
          />
        </>
      )
    }
    const { user } = await renderWithProviders(<FromMenu />)
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete the file?' })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })))
  })
})

describe('ConfirmDialog', () => {
  it('confirms with its button, and does not confirm again while busy', async () => {
    const results: string[] = []
    const renderQuestion = (busy: boolean) => (
      <ConfirmDialog
        open
        title="Empty the trash?"
        confirmLabel="Empty"
        busy={busy}
        onConfirm={() => results.push('yes')}
        onClose={() => results.push('no')}
      >
        Four files are deleted for good.
      </ConfirmDialog>
    )
    const { user, rerender } = await renderWithProviders(renderQuestion(false))
    await user.click(await screen.findByRole('button', { name: 'Empty' }))
    rerender(renderQuestion(true))
    await user.click(screen.getByRole('button', { name: 'Empty' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(results).toEqual(['yes', 'no'])
  })

  it('ignores Esc and has no Cancel button when it is not cancellable, as for the region lock (A§2)', async () => {
    const results: string[] = []
    const { user } = await renderWithProviders(
      <ConfirmDialog
        open
        cancellable={false}
        title="Notice"
        onConfirm={() => results.push('ok')}
        onClose={() => results.push('closed')}
      />,
    )
    await screen.findByRole('alertdialog')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'OK' }))
    expect(results).toEqual(['ok'])
  })
})

describe('lazyDialog', () => {
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
})
