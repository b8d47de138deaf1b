import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FileMenu, RemoveFilesDialog, useLibrary } from '#features/files/web.tsx'
import { LibraryServer, fileRow } from '#test/screen/LibraryServer.ts'
import { inRouter } from '#test/screen/inRouter.tsx'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { NASTY_NAMES } from '#test/world/nastyNames.ts'
import { isolate } from '#ui/isolate.ts'
import { usePageTitle } from '#ui/usePageTitle.ts'
import type { Folder } from '../contract.ts'
import { useMoveFiles } from './useMoveFiles.ts'

afterEach(() => vi.unstubAllGlobals())

/** A recording and a folder of the same name: in a button label, a dialog, a toast and the page title. */
function Page({ folder }: { folder: Folder }) {
  const [asks, setAsks] = useState(false)
  const file = useLibrary().data?.[0]
  const moveFiles = useMoveFiles()
  usePageTitle(folder.name)
  if (!file) return null
  return (
    <>
      <FileMenu file={file} />
      <button onClick={() => void moveFiles([file.id], folder)}>Move</button>
      <button onClick={() => setAsks(true)}>Delete</button>
      <RemoveFilesDialog open={asks} files={[file]} onClose={() => {}} />
    </>
  )
}

describe('names within sentences', () => {
  it.each(NASTY_NAMES)('do not change the direction of the sentence: $what', async ({ kept }) => {
    const folder = { id: 'f1', name: kept, color: '#4c8eff', icon: 'folder' }
    void new LibraryServer({ folders: [folder], files: [fileRow({ filename: kept })] })
    const said = isolate(kept)
    const { user } = await renderScreen(inRouter(<Page folder={folder} />).page)
    const button = await screen.findByRole('button', { name: /^Actions for/ })
    expect(button.getAttribute('aria-label')).toBe(`Actions for ${said}`)
    expect(document.title).toBe(`${said} · Earshot`)
    await user.click(screen.getByRole('button', { name: 'Move' }))
    await waitFor(() => expect(document.body.textContent).toContain(`Moved to “${said}”`))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain(`Delete “${said}” for good?`)
    expect(document.querySelector('img')).toBeNull()
  })
})
