import { Check, FolderInput, FolderPlus, Inbox } from 'lucide-react'
import type { LibraryRow } from '#features/files/contract.ts'
import { MenuItem, MenuSeparator, MenuSub } from '#ui/Menu.tsx'
import { useWords } from '#ui/words.ts'
import type { Folder } from '../contract.ts'
import { FolderMark } from './FolderMark.tsx'
import { useFolders } from './queries.ts'
import { useMoveFiles } from './useMoveFiles.ts'

export type MoveToFolderMenuProps = {
  files: readonly Pick<LibraryRow, 'id' | 'filetag_id_list'>[]
  /** Creates a folder for the recordings; without it the menu has no such item. */
  onNewFolder?: ((fileIds: readonly string[]) => void) | undefined
  /** Called after the move. */
  onMoved?: (() => void) | undefined
}

/** The submenu of a recording that moves it into a folder, like dropping its row on one. */
export function MoveToFolderMenu(props: MoveToFolderMenuProps) {
  const t = useWords('folders')
  // Loads the folders before the submenu opens, so that its first item is the first folder.
  useFolders()
  return (
    <MenuSub icon={<FolderInput aria-hidden />} label={t('move_to_folder')}>
      <MoveTargets {...props} />
    </MenuSub>
  )
}

/** The menu items of the move targets: the folders, no folder, a new folder. */
export function MoveTargets({ files, onNewFolder, onMoved }: MoveToFolderMenuProps) {
  const t = useWords('folders')
  const { data: folders = [] } = useFolders()
  const moveFiles = useMoveFiles()
  const ids = files.map(({ id }) => id)
  const holdsAll = (folder: Folder) => files.every((file) => file.filetag_id_list.includes(folder.id))
  const move = async (folder: Folder | null) => {
    if (await moveFiles(ids, folder)) onMoved?.()
  }
  const lieLoose = files.every((file) => file.filetag_id_list.length === 0)
  return (
    <>
      {folders.map((folder) => (
        <MenuItem key={folder.id} icon={<FolderMark folder={folder} />} onSelect={() => void move(folder)}>
          <bdi>{folder.name}</bdi>{' '}
          {holdsAll(folder) && <Check role="img" aria-label={t('is_here')} className="ml-1 inline size-4! text-accent" />}
        </MenuItem>
      ))}
      {!lieLoose && (
        <MenuItem icon={<Inbox aria-hidden />} onSelect={() => void move(null)}>
          {t('take_out')}
        </MenuItem>
      )}
      {onNewFolder && (
        <>
          {(folders.length > 0 || !lieLoose) && <MenuSeparator />}
          <MenuItem icon={<FolderPlus aria-hidden />} onSelect={() => onNewFolder(ids)}>
            {t('new_folder')}
          </MenuItem>
        </>
      )}
    </>
  )
}
