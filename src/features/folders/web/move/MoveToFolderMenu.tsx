import { Check, FolderInput, FolderPlus, Inbox } from 'lucide-react'
import type { LibraryRow } from '#features/files/contract.ts'
import { MenuItem, MenuSeparator, Submenu } from '#ui/menu/Menu.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Folder } from '../../contract.ts'
import { FolderSymbol } from '../icon/FolderSymbol.tsx'
import { useFolders } from '../sync/queries.ts'
import { useMoveFiles } from './useMoveFiles.ts'

type MoveToFolderMenuProps = {
  files: readonly Pick<LibraryRow, 'id' | 'filetag_id_list'>[]
  /** Creates a folder for the recordings; without it the menu has no such item. */
  onNewFolder?: ((fileIds: readonly string[]) => void) | undefined
  /** Called after the move. */
  onMoved?: (() => void) | undefined
}

/** The submenu of a recording that moves it into a folder, like dropping its row on one. */
export function MoveToFolderMenu(props: MoveToFolderMenuProps) {
  const t = useTranslations('folders')
  // Loads the folders before the submenu opens, so that its first item is the first folder.
  useFolders()
  return (
    <Submenu icon={<FolderInput aria-hidden />} label={t('move_to_folder')}>
      <MoveTargets {...props} />
    </Submenu>
  )
}

/** The menu items of the move targets: the folders, no folder, a new folder. */
export function MoveTargets({ files, onNewFolder, onMoved }: MoveToFolderMenuProps) {
  const t = useTranslations('folders')
  const { data: folders = [] } = useFolders()
  const moveFiles = useMoveFiles()
  const ids = files.map(({ id }) => id)
  const containsAll = (folder: Folder) => files.every((file) => file.filetag_id_list.includes(folder.id))
  const move = async (folder: Folder | null) => {
    if (await moveFiles(ids, folder)) onMoved?.()
  }
  const isUnorganized = files.every((file) => file.filetag_id_list.length === 0)
  return (
    <>
      {folders.map((folder) => (
        <MenuItem key={folder.id} icon={<FolderSymbol folder={folder} />} onSelect={() => void move(folder)}>
          <bdi>{folder.name}</bdi>{' '}
          {containsAll(folder) && (
            <Check role="img" aria-label={t('current_folder')} className="ml-1 inline size-4! text-accent" />
          )}
        </MenuItem>
      ))}
      {!isUnorganized && (
        <MenuItem icon={<Inbox aria-hidden />} onSelect={() => void move(null)}>
          {t('remove_from_folders')}
        </MenuItem>
      )}
      {onNewFolder && (
        <>
          {(folders.length > 0 || !isUnorganized) && <MenuSeparator />}
          <MenuItem icon={<FolderPlus aria-hidden />} onSelect={() => onNewFolder(ids)}>
            {t('new_folder')}
          </MenuItem>
        </>
      )}
    </>
  )
}
