import { Ellipsis, PencilLine, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import { Menu, MenuItem, MenuList, MenuSeparator } from '#ui/Menu.tsx'
import type { MenuButton } from '#ui/Menu.tsx'
import { useWords } from '#ui/words.ts'
import type { LibraryRow } from '../contract.ts'
import { RemoveFilesDialog } from './RemoveFilesDialog.tsx'
import { useFileActions } from './useFileActions.ts'

type FileMenuDeeds = {
  file: LibraryRow
  /** Begins the renaming; without it the menu does not offer any. */
  onRename?: (() => void) | undefined
  /** Menu parts that move it into a folder: folders' `MoveToFolderMenu`. */
  moveMenu?: ReactNode
  /** More items, before the trash. */
  children?: ReactNode
  onTrashed?: (() => void) | undefined
  onRestored?: (() => void) | undefined
  onRemoved?: (() => void) | undefined
}

export type FileMenuProps = FileMenuDeeds & {
  /** Instead of the three dots: a Button or an IconButton. */
  trigger?: ReactElement
  /** Of the three dots. */
  tabIndex?: number
}

/** What can be done to one recording, behind three dots; other things for one in the trash. */
export function FileMenu({ trigger, tabIndex, ...props }: FileMenuProps) {
  const t = useWords('files')
  const { items, dialog } = useFileMenu(props)
  const label = t('actions_of', { name: props.file.filename })
  return (
    <>
      <Menu trigger={trigger ?? <IconButton size="sm" tabIndex={tabIndex} label={label} icon={<Ellipsis aria-hidden />} />}>
        {items}
      </Menu>
      {dialog}
    </>
  )
}

/** The same behind a button of a row, which has it made only when it is first opened. */
export function RowMenuList({ list, ...props }: FileMenuDeeds & Pick<MenuButton, 'list'>) {
  const { items, dialog } = useFileMenu(props)
  return (
    <>
      <MenuList {...list}>{items}</MenuList>
      {dialog}
    </>
  )
}

/** The items of the menu, and the dialog that asks, which outlives it. */
function useFileMenu({ file, onRename, moveMenu, children, onTrashed, onRestored, onRemoved }: FileMenuDeeds) {
  const t = useWords('files')
  const { trash, restore } = useFileActions()
  const [asks, setAsks] = useState<boolean>()
  const putAway = async () => {
    if (await trash([file.id])) onTrashed?.()
  }
  const takeBack = async () => {
    if (await restore([file.id])) onRestored?.()
  }
  const items = file.is_trash ? (
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
  )
  const close = () => setAsks(false)
  const dialog = asks !== undefined && <RemoveFilesDialog open={asks} files={[file]} onClose={close} onRemoved={onRemoved} />
  return { items, dialog }
}
