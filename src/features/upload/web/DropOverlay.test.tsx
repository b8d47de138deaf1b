import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import type { DroppedFiles } from './selection/newUploads.ts'
import { DropOverlay, useFileDrop } from './DropOverlay.tsx'

function TestPage({ onDrop }: { onDrop: (dropped: DroppedFiles, folderId: string | null | undefined) => void }) {
  const { isHovering, target } = useFileDrop(onDrop)
  return <main>{isHovering && <DropOverlay target={target} />}</main>
}

async function renderPage() {
  const upload = vi.fn<(dropped: DroppedFiles, folderId: string | null | undefined) => void>()
  await renderWithProviders(<TestPage onDrop={upload} />)
  return { upload }
}

afterEach(() => vi.unstubAllGlobals())

describe('files dragged from the desktop', () => {
  const file = new File(['x'], 'talk.mp3', { type: 'audio/mpeg' })
  const dataTransfer = { types: ['Files'], files: [file] }

  it('are uploaded wherever they are dropped', async () => {
    const { upload } = await renderPage()
    fireEvent.dragEnter(window, { dataTransfer })
    expect(screen.getByText('Drop to upload')).toBeTruthy()
    fireEvent.drop(window, { dataTransfer })
    expect(upload).toHaveBeenCalledWith({ files: [file], folders: [] }, undefined)
    expect(screen.queryByText('Drop to upload')).toBeNull()
  })

  it('are left to a drop zone that handles them itself, and rows dragged within the page are ignored', async () => {
    const { upload } = await renderPage()
    fireEvent.dragEnter(window, { dataTransfer: { types: ['text/plain'], files: [] } })
    expect(screen.queryByText('Drop to upload')).toBeNull()
    const main = screen.getByRole('main')
    main.ondrop = (event) => event.preventDefault()
    fireEvent.drop(main, { dataTransfer })
    expect(upload).not.toHaveBeenCalled()
  })
})
