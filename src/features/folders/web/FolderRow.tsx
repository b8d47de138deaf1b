import { Ellipsis, Palette, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { DragEvent, KeyboardEvent } from 'react'
import { carriesFiles, droppedFiles } from '#features/files/web.tsx'
import { paths } from '#kit/paths.ts'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/Menu.tsx'
import { PageLink } from '#ui/PageLink.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import type { Folder } from '../contract.ts'
import { FolderMark } from './FolderMark.tsx'

export type FolderRowProps = {
  folder: Folder
  count: number
  current: boolean
  onEdit: (folder: Folder) => void
  onRemove: (folder: Folder) => void
  /** Recordings were dropped on it. */
  onDrop: (fileIds: readonly string[], folder: Folder) => void
}

/** One folder of the sidebar: leads to its recordings, takes those that are dropped on it, and has a menu of its own. */
export function FolderRow({ folder, count, current, onEdit, onRemove, onDrop }: FolderRowProps) {
  const { number } = useFormat()
  const { isOver, ...drop } = useDrop((ids) => onDrop(ids, folder))
  const hear = (event: KeyboardEvent) => {
    if (event.key === 'F2') onEdit(folder)
    else if (event.key === 'Delete') onRemove(folder)
    else return
    event.preventDefault()
  }
  return (
    <li {...drop} className="group relative">
      <PageLink
        to={paths.fileList({ tagId: folder.id })}
        aria-current={current ? 'page' : undefined}
        onKeyDown={hear}
        className={classes(
          'flex h-9 items-center gap-2.5 rounded-md px-2.5 pointer-coarse:min-h-11 pointer-coarse:pr-12',
          current ? 'bg-raised font-[550] text-ink ring-1 ring-line' : 'text-ink2 hover:bg-line/50 hover:text-ink',
          isOver && 'bg-accent-soft text-ink ring-2 ring-accent',
        )}
      >
        <FolderMark folder={folder} />
        <span className="min-w-0 truncate">{folder.name}</span>
        {/* Its place is taken by the menu while one points at the row. */}
        <span className="tabular ml-auto text-sm font-[400] text-ink3 group-focus-within:invisible group-hover:invisible pointer-coarse:visible!">
          {number(count)}
        </span>
      </PageLink>
      <FolderRowMenu folder={folder} onEdit={onEdit} onRemove={onRemove} />
    </li>
  )
}

function FolderRowMenu({ folder, onEdit, onRemove }: Pick<FolderRowProps, 'folder' | 'onEdit' | 'onRemove'>) {
  const t = useWords('folders')
  return (
    <div className="absolute top-1/2 right-1 -translate-y-1/2 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100">
      <Menu trigger={<IconButton size="sm" label={t('actions_of', { name: folder.name })} icon={<Ellipsis aria-hidden />} />}>
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

/** Takes recordings dragged onto an element; everything else passes on to whoever wants it. */
function useDrop(onFiles: (fileIds: readonly string[]) => void) {
  const [isOver, setIsOver] = useState(false)
  const onDragOver = (event: DragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return
    event.preventDefault()
    setIsOver(true)
  }
  const onDragLeave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
  }
  const onDrop = (event: DragEvent) => {
    setIsOver(false)
    if (!carriesFiles(event.dataTransfer)) return
    event.preventDefault()
    onFiles(droppedFiles(event.dataTransfer))
  }
  return { isOver, onDragOver, onDragLeave, onDrop }
}
