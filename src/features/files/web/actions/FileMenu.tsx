import { Download, Ellipsis, PencilLine, RotateCcw, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { useAction } from '#ui/action/useAction.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Menu, MenuItem, MenuList, MenuSeparator } from '#ui/menu/Menu.tsx'
import type { MenuButton } from '#ui/menu/Menu.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import type { LibraryRow } from '../../contract.ts'
import { useDownloadAudio } from './useDownloadAudio.ts'
import { type TitledFile, useFileActions } from './useFileActions.ts'

type FileMenuActions = {
  file: LibraryRow & TitledFile
  /** Starts renaming; without it the menu has no such item. */
  onRename?: (() => void) | undefined
  /** Menu items that move the recording into a folder (`MoveToFolderMenu` of folders). */
  moveMenu?: ReactNode
  /** Opens the export of the recording; without it the menu has no such item. */
  onExport?: (() => void) | undefined
  /** More items before the trash item. */
  children?: ReactNode
  onTrashed?: (() => void) | undefined
  onRestored?: (() => void) | undefined
  onRemoved?: (() => void) | undefined
}

export type FileMenuProps = FileMenuActions & {
  /** A Button or an IconButton instead of the three dots. */
  trigger?: ReactElement
  /** `tabIndex` of the three dots. */
  tabIndex?: number
}

/** The menu of a recording, with other items in the trash. */
export function FileMenu({ trigger, tabIndex, ...props }: FileMenuProps) {
  const t = useTranslations('files')
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

/** The same menu for the button of a row, which renders it when it is first opened. */
export function RowMenuList({ list, ...props }: FileMenuActions & Pick<MenuButton, 'list'>) {
  const { items, dialog } = useFileMenu(props)
  return (
    <>
      <MenuList {...list}>{items}</MenuList>
      {dialog}
    </>
  )
}

/** Returns the items of the menu and the confirmation dialog, which stays when the menu closes. */
function useFileMenu(actions: FileMenuActions) {
  const { file, onRename, moveMenu, onExport, children, onTrashed, onRestored, onRemoved } = actions
  const t = useTranslations('files')
  const { trash, restore, restoreTitle } = useFileActions()
  const downloadAudio = useDownloadAudio()
  const [isConfirming, setConfirming] = useState<boolean>()
  const moveToTrash = async () => {
    if (await trash([file.id])) onTrashed?.()
  }
  const restoreFile = async () => {
    if (await restore([file.id])) onRestored?.()
  }
  const items = file.is_trash ? (
    <>
      <MenuItem icon={<RotateCcw aria-hidden />} onSelect={() => void restoreFile()}>
        {t('restore')}
      </MenuItem>
      <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setConfirming(true)}>
        {t('delete_forever')}
      </MenuItem>
    </>
  ) : (
    <>
      {onRename && (
        <MenuItem icon={<PencilLine aria-hidden />} shortcut="F2" onSelect={onRename}>
          {t('rename')}
        </MenuItem>
      )}
      {file.original_filename && (
        <MenuItem icon={<Undo2 aria-hidden />} onSelect={() => void restoreTitle(file)}>
          {t('title_restore')}
        </MenuItem>
      )}
      {moveMenu}
      {children}
      {onExport && (
        <MenuItem icon={<Download aria-hidden />} onSelect={onExport}>
          {t('export')}
        </MenuItem>
      )}
      {file.ori_ready && (
        <MenuItem icon={<Download aria-hidden />} onSelect={() => void downloadAudio.run(file)}>
          {t('audio_download')}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => void moveToTrash()}>
        {t('move_to_trash')}
      </MenuItem>
    </>
  )
  const close = () => setConfirming(false)
  const dialog = isConfirming !== undefined && (
    <RemoveFilesDialog open={isConfirming} files={[file]} onClose={close} onRemoved={onRemoved} />
  )
  return { items, dialog }
}

export type RemoveFilesDialogProps = {
  open: boolean
  files: readonly Pick<LibraryRow, 'id' | 'filename'>[]
  onClose: () => void
  onRemoved?: (() => void) | undefined
}

/** Asks for confirmation and permanently deletes the recordings. */
export function RemoveFilesDialog({ open, files, onClose, onRemoved }: RemoveFilesDialogProps) {
  const t = useTranslations('files')
  const { remove } = useFileActions()
  const confirm = useAction(() => remove(files.map(({ id }) => id)), {
    onSuccess: (isRemoved) => {
      onClose()
      if (isRemoved) onRemoved?.()
    },
  })
  const singleFile = files.length === 1 ? files[0] : undefined
  return (
    <ConfirmDialog
      danger
      open={open}
      busy={confirm.isBusy}
      title={singleFile ? t('delete_title', { name: singleFile.filename }) : t('delete_title_many', { count: files.length })}
      confirmLabel={t('delete_forever')}
      onConfirm={() => void confirm.run()}
      onClose={onClose}
    >
      {t('delete_warning')}
    </ConfirmDialog>
  )
}
