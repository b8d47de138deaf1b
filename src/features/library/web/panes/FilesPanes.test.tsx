import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { BackToListLink } from '../page/BackToListLink.tsx'
import { FilesPanes } from './FilesPanes.tsx'
import { setLastList } from './listLocation.ts'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

async function renderPanes(address: string) {
  const panes = (
    <FilesPanes list={<p>list</p>} isRecordingOpen={false}>
      <BackToListLink />
    </FilesPanes>
  )
  const view = await renderWithProviders(withRouter(panes, address).page)
  await screen.findByText('list')
  return view
}

describe('the list resizer', () => {
  const edge = () => screen.getByRole('separator', { name: 'List width' })
  const width = () => Number(edge().getAttribute('aria-valuenow'))

  it('is moved by pointer and arrow keys within its limits, reset by a double click, and keeps the stored width', async () => {
    const { user, unmount } = await renderPanes('/file-list')
    expect(width()).toBe(352)
    fireEvent.pointerDown(edge(), { clientX: 600 })
    fireEvent.pointerMove(edge(), { clientX: 640 })
    fireEvent.pointerUp(edge())
    fireEvent.pointerMove(edge(), { clientX: 900 })
    expect(width()).toBe(392)
    edge().focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
    expect(width()).toBe(408)
    unmount()
    await renderPanes('/file-list')
    expect(width()).toBe(408)
    edge().focus()
    await user.keyboard('{End}{ArrowRight}')
    expect(width()).toBe(520)
    await user.keyboard('{Home}{ArrowLeft}')
    expect(width()).toBe(280)
    await user.dblClick(edge())
    expect(width()).toBe(352)
  })
})

it('links from a recording to the list from which it was opened', async () => {
  setLastList({ categoryId: 'trash' })
  await renderPanes('/file/ab12')
  expect(screen.getByRole('link', { name: 'Back to list' }).getAttribute('href')).toBe('/file-list?categoryId=trash')
})
