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
  /** Makes a folder for them; without it the menu does not offer one. */
  onNewFolder?: ((fileIds: readonly string[]) => void) | undefined
}

/** The part of a recording's menu that moves it into a folder; the same as dropping its row on one. */
export function MoveToFolderMenu({ files, onNewFolder }: MoveToFolderMenuProps) {
  const t = useWords('folders')
  const { data: folders = [] } = useFolders()
  const moveFiles = useMoveFiles()
  const ids = files.map(({ id }) => id)
  const holdsAll = (folder: Folder) => files.every((file) => file.filetag_id_list.includes(folder.id))
  const lieLoose = files.every((file) => file.filetag_id_list.length === 0)
  return (
    <MenuSub icon={<FolderInput aria-hidden />} label={t('move_to_folder')}>
      {folders.map((folder) => (
        <MenuItem key={folder.id} icon={<FolderMark folder={folder} />} onSelect={() => void moveFiles(ids, folder)}>
          {folder.name}{' '}
          {holdsAll(folder) && <Check role="img" aria-label={t('is_here')} className="ml-1 inline size-4! text-accent" />}
        </MenuItem>
      ))}
      {!lieLoose && (
        <MenuItem icon={<Inbox aria-hidden />} onSelect={() => void moveFiles(ids, null)}>
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
    </MenuSub>
  )
}
