import { Link } from '@tanstack/react-router'
import { Ellipsis, Palette, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useFilesDropTarget } from '#features/files/web.tsx'
import { classes } from '#ui/styles/classes.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu/Menu.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Folder } from '../../contract.ts'
import { FolderSymbol } from '../icon/FolderSymbol.tsx'

export type FolderRowProps = {
  folder: Folder
  count: number
  isCurrent: boolean
  /** The tab stop of the folders. */
  isTabStop: boolean
  onEdit: (folder: Folder) => void
  onRemove: (folder: Folder) => void
  /** Called when recordings are dropped on the folder. */
  onDrop: (fileIds: readonly string[], folder: Folder) => void
}

/** A folder of the sidebar: a link to its recordings, a drop target for recordings, and a menu. */
export function FolderRow({ folder, count, isCurrent, isTabStop, onEdit, onRemove, onDrop }: FolderRowProps) {
  const { number } = useFormat()
  const { isOver, isDropTarget, dropHandlers } = useFilesDropTarget((ids) => onDrop(ids, folder))
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F2') onEdit(folder)
    else if (event.key === 'Delete') onRemove(folder)
    else return
    event.preventDefault()
  }
  return (
    // Files from the desktop are handled by the page and uploaded into this folder.
    <li {...dropHandlers} data-drop-folder={folder.id} data-drop-name={folder.name} className="group relative">
      <Link
        to="/file-list"
        search={{ tagId: folder.id }}
        activeOptions={{ includeHash: true }}
        data-folder={folder.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isCurrent ? 'page' : undefined}
        onKeyDown={handleKeyDown}
        className={classes(
          'flex h-9 items-center gap-2.5 rounded-md px-2.5 pointer-coarse:min-h-11 pointer-coarse:pr-12',
          isCurrent ? 'bg-raised text-ink ring-1 ring-line' : 'text-ink2 hover:bg-line/50 hover:text-ink',
          isDropTarget && 'outline-1 -outline-offset-1 outline-edge outline-dashed',
          isOver && 'bg-accent-soft text-ink ring-2 ring-accent',
        )}
      >
        <FolderSymbol folder={folder} />
        <span dir="auto" className={classes('min-w-0 truncate', isCurrent && 'stroke-bold')}>
          {folder.name}
        </span>
        {/* The menu replaces the count while the row is hovered. */}
        <span className="tabular ml-auto text-sm text-ink3 group-focus-within:invisible group-hover:invisible pointer-coarse:visible!">
          {number(count)}
        </span>
      </Link>
      <FolderRowMenu folder={folder} isTabStop={isTabStop} onEdit={onEdit} onRemove={onRemove} />
    </li>
  )
}

function FolderRowMenu({ folder, isTabStop, onEdit, onRemove }: Omit<FolderRowProps, 'count' | 'isCurrent' | 'onDrop'>) {
  const t = useTranslations('folders')
  const tabIndex = isTabStop ? 0 : -1
  const label = t('actions_of', { name: folder.name })
  return (
    <div className="absolute top-1/2 right-1 -translate-y-1/2 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100">
      <Menu trigger={<IconButton size="sm" tabIndex={tabIndex} label={label} icon={<Ellipsis aria-hidden />} />}>
        <MenuItem icon={<Palette aria-hidden />} shortcut="F2" onSelect={() => onEdit(folder)}>
          {t('edit')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => onRemove(folder)}>
          {t('delete_folder')}
        </MenuItem>
      </Menu>
    </div>
  )
}
