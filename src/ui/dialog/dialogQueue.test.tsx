import { renderHook, act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useEffect, useState } from 'react'
import { DIALOG_PRIORITIES, type DialogPriority, useDialogQueue, QueuedDialog } from './dialogQueue.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { Button } from '../button/Button.tsx'
import { Dialog, lazyDialog } from './Dialog.tsx'
import { listen } from '#browser/events/listen.ts'
import { PanesDialog } from './PanesDialog.tsx'
import { setReachable } from '#browser/http/reachability.ts'
import { ServerNotices, showServerNotice } from '../server-status/ServerNotices.tsx'

const renderDialog = (priority: DialogPriority, isOpen = true) =>
  renderHook((open: boolean) => useDialogQueue(priority, open), { initialProps: isOpen })

describe('useDialogQueue', () => {
  it('shows one dialog at a time by priority, not by the order of opening', () => {
    const promo = renderDialog('offer')
    const settings = renderDialog('requested')
    const notice = renderDialog('notice')
    expect([promo, settings, notice].map(({ result }) => result.current)).toEqual([false, false, true])
    notice.rerender(false)
    expect([promo, settings, notice].map(({ result }) => result.current)).toEqual([false, true, false])
    settings.unmount()
    expect(promo.result.current).toBe(true)
    promo.unmount()
  })

  it('shows dialogs of the same priority in the order of opening', () => {
    const settings = renderDialog('requested')
    const upload = renderDialog('requested')
    expect([settings, upload].map(({ result }) => result.current)).toEqual([true, false])
    settings.rerender(false)
    expect([settings, upload].map(({ result }) => result.current)).toEqual([false, true])
    settings.unmount()
    upload.unmount()
  })

  it('shows all dialogs one after the other when all are open', () => {
    const all = [...DIALOG_PRIORITIES].reverse().map((name) => ({ name, hook: renderDialog(name) }))
    const seen: string[] = []
    for (let left = all.length; left > 0; left -= 1) {
      const shown = all.filter(({ hook }) => hook.result.current)
      seen.push(shown.map(({ name }) => name).join(' and '))
      for (const { hook } of shown) hook.rerender(false)
    }
    expect(seen).toEqual([...DIALOG_PRIORITIES])
    for (const { hook } of all) hook.unmount()
  })

  it('ignores dialogs that are unmounted or not open', () => {
    const closedDialog = renderDialog('notice', false)
    const settings = renderDialog('requested')
    expect(settings.result.current).toBe(true)
    closedDialog.rerender(true)
    expect(settings.result.current).toBe(false)
    closedDialog.unmount()
    expect(settings.result.current).toBe(true)
    settings.unmount()
  })
})

/** Settings with a field and a dialog opened from within. */
function Settings() {
  const [open, setOpen] = useState(false)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <QueuedDialog priority="requested" open={open}>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <PanesDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Settings"
        panes={[{ id: 'one', label: 'One', icon: null }]}
        pane={null}
        onPaneChange={() => {}}
      >
        <input aria-label="Name" />
        <Button onClick={() => setIsAdding(true)}>Add</Button>
        <Dialog open={isAdding} onClose={() => setIsAdding(false)} title="Add">
          <input aria-label="Number" />
        </Dialog>
      </PanesDialog>
    </QueuedDialog>
  )
}

/** A dialog of a page, outside of any QueuedDialog. */
function PageDialog() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Rename">
        <input aria-label="Folder" />
      </Dialog>
    </>
  )
}

const news = new EventTarget()

function Announcement() {
  const [open, setOpen] = useState(false)
  useEffect(() => listen(news, 'news', () => setOpen(true)), [])
  return (
    <QueuedDialog priority="announcement" open={open}>
      <Dialog open={open} onClose={() => setOpen(false)} title="News" />
    </QueuedDialog>
  )
}

const showNotice = () => act(() => showServerNotice({ kind: 'region-locked', message: 'Elsewhere.', link: undefined }))
const dialogs = () => [...screen.queryAllByRole('dialog'), ...screen.queryAllByRole('alertdialog')]

describe('a dialog that has to wait', () => {
  it('is hidden, keeps what was typed until it is shown again, and returns the focus on close', async () => {
    const { user } = await renderWithProviders(
      <>
        <Settings />
        <ServerNotices />
      </>,
    )
    const opener = screen.getByRole('button', { name: 'Open' })
    await user.click(opener)
    await user.type(await screen.findByLabelText('Name'), 'Lena')
    showNotice()
    const notice = await screen.findByRole('alertdialog', { name: 'Notice' })
    await waitFor(() => expect(dialogs()).toEqual([notice]))
    await waitFor(() => expect(notice.contains(document.activeElement)).toBe(true))
    await user.click(screen.getByRole('button', { name: 'OK' }))
    const settings = await screen.findByRole('dialog', { name: 'Settings' })
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Lena')
    await waitFor(() => expect(settings.contains(document.activeElement)).toBe(true))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(dialogs()).toEqual([]))
    await waitFor(() => expect(document.activeElement).toBe(opener))
    await user.click(opener)
    expect(((await screen.findByLabelText('Name')) as HTMLInputElement).value).toBe('')
  })

  it('hides a dialog opened from within and shows it again', async () => {
    const { user } = await renderWithProviders(
      <>
        <Settings />
        <ServerNotices />
      </>,
    )
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.click(await screen.findByRole('button', { name: 'Add' }))
    await user.type(await screen.findByLabelText('Number'), '88 12')
    showNotice()
    const notice = await screen.findByRole('alertdialog', { name: 'Notice' })
    await waitFor(() => expect(dialogs()).toEqual([notice]))
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await screen.findByRole('dialog', { name: 'Add' })
    expect((screen.getByLabelText('Number') as HTMLInputElement).value).toBe('88 12')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add' })).toBeNull())
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeTruthy()
  })

  it('waits for a notice also when it belongs to a page, and announcements wait for it', async () => {
    const { user } = await renderWithProviders(
      <>
        <PageDialog />
        <ServerNotices />
        <Announcement />
      </>,
    )
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    await user.type(await screen.findByLabelText('Folder'), 'Talks')
    act(() => void news.dispatchEvent(new Event('news')))
    showNotice()
    const notice = await screen.findByRole('alertdialog', { name: 'Notice' })
    await waitFor(() => expect(dialogs()).toEqual([notice]))
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await screen.findByRole('dialog', { name: 'Rename' })
    expect((screen.getByLabelText('Folder') as HTMLInputElement).value).toBe('Talks')
    await waitFor(() => expect(dialogs()).toHaveLength(1))
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('dialog', { name: 'News' })).toBeTruthy()
    expect(dialogs()).toHaveLength(1)
  })
})

describe('a lazy dialog that has to wait', () => {
  it('is loaded only when it is first in the queue', async () => {
    let loads = 0
    const Late = lazyDialog<{ open: boolean; onClose: () => void }>(async () => {
      loads += 1
      return () => <p>late</p>
    })
    const renderBoth = (settings: boolean) => (
      <>
        <QueuedDialog priority="requested" open={settings}>
          <Dialog open={settings} onClose={() => {}} title="Settings" />
        </QueuedDialog>
        <QueuedDialog priority="offer" open>
          <Late open onClose={() => {}} />
        </QueuedDialog>
      </>
    )
    const { rerender } = await renderWithProviders(renderBoth(true))
    await screen.findByRole('dialog', { name: 'Settings' })
    expect(loads).toBe(0)
    rerender(renderBoth(false))
    expect(await screen.findByText('late')).toBeTruthy()
    expect(loads).toBe(1)
  })
})

describe('a required dialog whose code cannot be loaded', () => {
  it('does not block other dialogs, and is shown when the server is reachable again', async () => {
    let reachable = false
    const Policy = lazyDialog<{ open: boolean; onClose: () => void }>(async () => {
      if (!reachable) throw new TypeError('Failed to fetch dynamically imported module')
      return ({ open, onClose }) => <Dialog open={open} onClose={onClose} title="Policy" />
    })
    setReachable(false)
    const { user } = await renderWithProviders(
      <>
        <Settings />
        <QueuedDialog priority="required" open>
          <Policy open onClose={() => {}} />
        </QueuedDialog>
      </>,
    )
    expect((await screen.findAllByText(/The server cannot be reached/)).length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await screen.findByRole('dialog', { name: 'Settings' })
    reachable = true
    act(() => setReachable(true))
    await screen.findByRole('dialog', { name: 'Policy' })
    expect(screen.queryByRole('dialog', { name: 'Settings' })).toBeNull()
  })
})
