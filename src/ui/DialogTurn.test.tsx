import { act, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { DialogTurn } from './DialogTurn.tsx'
import { lazyDialog } from './lazyDialog.tsx'
import { listen } from './listen.ts'
import { PanesDialog } from './PanesDialog.tsx'
import { noteReached } from './reachability.ts'
import { ServerNotices, raiseNotice } from './ServerNotices.tsx'

/** Settings with a field and a dialog opened from within. */
function Settings() {
  const [open, setOpen] = useState(false)
  const [asks, setAsks] = useState(false)
  return (
    <DialogTurn name="settings" wants={open}>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <PanesDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Settings"
        panes={[{ id: 'one', label: 'One', icon: null }]}
        pane={null}
        onPane={() => {}}
      >
        <input aria-label="Name" />
        <Button onClick={() => setAsks(true)}>Add</Button>
        <Dialog open={asks} onClose={() => setAsks(false)} title="Add">
          <input aria-label="Number" />
        </Dialog>
      </PanesDialog>
    </DialogTurn>
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
  const [wants, setWants] = useState(false)
  useEffect(() => listen(news, 'news', () => setWants(true)), [])
  return (
    <DialogTurn name="announcement" wants={wants}>
      <Dialog open={wants} onClose={() => setWants(false)} title="News" />
    </DialogTurn>
  )
}

const tellNotice = () => act(() => raiseNotice({ kind: 'region-locked', message: 'Elsewhere.', link: undefined }))
const dialogs = () => [...screen.queryAllByRole('dialog'), ...screen.queryAllByRole('alertdialog')]

describe('a dialog that has to wait', () => {
  it('is hidden, keeps what was typed until it is shown again, and returns the focus on close', async () => {
    const { user } = await renderScreen(
      <>
        <Settings />
        <ServerNotices />
      </>,
    )
    const opener = screen.getByRole('button', { name: 'Open' })
    await user.click(opener)
    await user.type(await screen.findByLabelText('Name'), 'Lena')
    tellNotice()
    const notice = await screen.findByRole('alertdialog', { name: 'Notice' })
    await waitFor(() => expect(dialogs()).toEqual([notice]))
    await waitFor(() => expect(notice.contains(document.activeElement)).toBe(true))
    await user.click(screen.getByRole('button', { name: 'OK' }))
    const back = await screen.findByRole('dialog', { name: 'Settings' })
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Lena')
    await waitFor(() => expect(back.contains(document.activeElement)).toBe(true))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(dialogs()).toEqual([]))
    await waitFor(() => expect(document.activeElement).toBe(opener))
    await user.click(opener)
    expect(((await screen.findByLabelText('Name')) as HTMLInputElement).value).toBe('')
  })

  it('hides a dialog opened from within and shows it again', async () => {
    const { user } = await renderScreen(
      <>
        <Settings />
        <ServerNotices />
      </>,
    )
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.click(await screen.findByRole('button', { name: 'Add' }))
    await user.type(await screen.findByLabelText('Number'), '88 12')
    tellNotice()
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
    const { user } = await renderScreen(
      <>
        <PageDialog />
        <ServerNotices />
        <Announcement />
      </>,
    )
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    await user.type(await screen.findByLabelText('Folder'), 'Talks')
    act(() => void news.dispatchEvent(new Event('news')))
    tellNotice()
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
    let asked = 0
    const Late = lazyDialog<{ open: boolean; onClose: () => void }>(async () => {
      asked += 1
      return () => <p>late</p>
    })
    const both = (settings: boolean) => (
      <>
        <DialogTurn name="settings" wants={settings}>
          <Dialog open={settings} onClose={() => {}} title="Settings" />
        </DialogTurn>
        <DialogTurn name="device_promo" wants>
          <Late open onClose={() => {}} />
        </DialogTurn>
      </>
    )
    const { rerender } = await renderScreen(both(true))
    await screen.findByRole('dialog', { name: 'Settings' })
    expect(asked).toBe(0)
    rerender(both(false))
    expect(await screen.findByText('late')).toBeTruthy()
    expect(asked).toBe(1)
  })
})

describe('a required dialog whose code cannot be loaded', () => {
  it('does not block other dialogs, and is shown when the server is reachable again', async () => {
    let reachable = false
    const Policy = lazyDialog<{ open: boolean; onClose: () => void }>(async () => {
      if (!reachable) throw new TypeError('Failed to fetch dynamically imported module')
      return ({ open, onClose }) => <Dialog open={open} onClose={onClose} title="Policy" />
    })
    noteReached(false)
    const { user } = await renderScreen(
      <>
        <Settings />
        <DialogTurn name="policy" wants>
          <Policy open onClose={() => {}} />
        </DialogTurn>
      </>,
    )
    expect((await screen.findAllByText(/The server cannot be reached/)).length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await screen.findByRole('dialog', { name: 'Settings' })
    reachable = true
    act(() => noteReached(true))
    await screen.findByRole('dialog', { name: 'Policy' })
    expect(screen.queryByRole('dialog', { name: 'Settings' })).toBeNull()
  })
})
