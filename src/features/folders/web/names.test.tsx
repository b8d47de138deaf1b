import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FileMenu, RemoveFilesDialog, useLibrary } from '#features/files/web.tsx'
import { MockLibraryServer, fileRow } from '#test/screens/MockLibraryServer.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { HOSTILE_NAMES } from '#test/fixtures/hostileNames.ts'
import { bidiIsolate } from '#browser/i18n/bidiIsolate.ts'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import type { Folder } from '../contract.ts'
import { useMoveFiles } from './move/useMoveFiles.ts'

afterEach(() => vi.unstubAllGlobals())

/** A recording and a folder of the same name: in a button label, a dialog, a toast and the page title. */
function Page({ folder }: { folder: Folder }) {
  const [isConfirming, setConfirming] = useState(false)
  const file = useLibrary().data?.[0]
  const moveFiles = useMoveFiles()
  usePageTitle(folder.name)
  if (!file) return null
  return (
    <>
      <FileMenu file={file} />
      <button onClick={() => void moveFiles([file.id], folder)}>Move</button>
      <button onClick={() => setConfirming(true)}>Delete</button>
      <RemoveFilesDialog open={isConfirming} files={[file]} onClose={() => {}} />
    </>
  )
}

describe('names within sentences', () => {
  it.each(HOSTILE_NAMES)('do not change the direction of the sentence: $what', async ({ stored }) => {
    const folder = { id: 'f1', name: stored, color: '#4c8eff', icon: 'folder' }
    void new MockLibraryServer({ folders: [folder], files: [fileRow({ filename: stored })] })
    const isolated = bidiIsolate(stored)
    const { user } = await renderWithProviders(withRouter(<Page folder={folder} />).page)
    const button = await screen.findByRole('button', { name: /^Actions for/ })
    expect(button.getAttribute('aria-label')).toBe(`Actions for ${isolated}`)
    expect(document.title).toBe(`${isolated} · Earshot`)
    await user.click(screen.getByRole('button', { name: 'Move' }))
    await waitFor(() => expect(document.body.textContent).toContain(`Moved to “${isolated}”`))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain(`Delete “${isolated}” forever?`)
    expect(document.querySelector('img')).toBeNull()
  })
})
