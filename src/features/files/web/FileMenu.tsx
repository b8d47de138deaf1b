import { Ellipsis, PencilLine, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/Menu.tsx'
import { useWords } from '#ui/words.ts'
import type { LibraryRow } from '../contract.ts'
import { RemoveFilesDialog } from './RemoveFilesDialog.tsx'
import { useFileActions } from './useFileActions.ts'

export type FileMenuProps = {
  file: LibraryRow
  /** Begins the renaming; without it the menu does not offer any. */
  onRename?: (() => void) | undefined
  /** Menu parts that move it into a folder: folders' `MoveToFolderMenu`. */
  moveMenu?: ReactNode
  /** More items, before the trash. */
  children?: ReactNode
  /** Instead of the three dots: a Button or an IconButton. */
  trigger?: ReactElement
  /** Of the three dots. */
  tabIndex?: number
  onTrashed?: (() => void) | undefined
  onRestored?: (() => void) | undefined
  onRemoved?: (() => void) | undefined
}

/** What can be done to one recording, behind three dots; other things for one in the trash. */
export function FileMenu(props: FileMenuProps) {
  const { file, onRename, moveMenu, children, trigger, tabIndex, onTrashed, onRestored, onRemoved } = props
  const t = useWords('files')
  const { trash, restore } = useFileActions()
  // Undefined until first asked: a list has a menu a row, and few of them ever ask.
  const [asks, setAsks] = useState<boolean>()
  const putAway = async () => {
    if (await trash([file.id])) onTrashed?.()
  }
  const takeBack = async () => {
    if (await restore([file.id])) onRestored?.()
  }
  const dots = (
    <IconButton size="sm" tabIndex={tabIndex} label={t('actions_of', { name: file.filename })} icon={<Ellipsis aria-hidden />} />
  )
  return (
    <>
      <Menu trigger={trigger ?? dots}>
        {file.is_trash ? (
          <>
            <MenuItem icon={<RotateCcw aria-hidden />} onSelect={() => void takeBack()}>
              {t('restore')}
            </MenuItem>
            <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setAsks(true)}>
              {t('delete_for_good')}
            </MenuItem>
          </>
        ) : (
          <>
            {onRename && (
              <MenuItem icon={<PencilLine aria-hidden />} shortcut="F2" onSelect={onRename}>
                {t('rename')}
              </MenuItem>
            )}
            {moveMenu}
            {children}
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => void putAway()}>
              {t('move_to_trash')}
            </MenuItem>
          </>
        )}
      </Menu>
      {asks !== undefined && (
        <RemoveFilesDialog open={asks} files={[file]} onClose={() => setAsks(false)} onRemoved={onRemoved} />
      )}
    </>
  )
}
