import { useNavigate } from '@tanstack/react-router'
import { FolderPlus, RotateCw } from 'lucide-react'
import { useId, useState } from 'react'
import { useCounts } from '#features/files/web.tsx'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/Skeleton.tsx'
import { useExplainError } from '#ui/feedback/useExplainError.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Folder } from '../../contract.ts'
import { FolderDialog } from '../dialog/FolderDialog.tsx'
import { FolderRow } from './FolderRow.tsx'
import { useFolderKeys } from './useFolderKeys.ts'
import { useFolders } from '../sync/queries.ts'
import { RemoveFolderDialog } from './RemoveFolderDialog.tsx'
import { useMoveFiles } from '../move/useMoveFiles.ts'

/** The folders in the sidebar (B§2). `activeId` is the folder whose recordings are shown. */
export function FolderSection({ activeId }: { activeId?: string | undefined }) {
  const t = useTranslations('folders')
  const { data, error, isFetching, refetch } = useFolders()
  const { byFolder } = useCounts()
  const navigate = useNavigate()
  const moveFiles = useMoveFiles()
  const [editing, setEditing] = useState<{ open: boolean; folder?: Folder }>({ open: false })
  const [removing, setRemoving] = useState<{ open: boolean; folder: Folder }>()
  const titleId = useId()
  const { list, tabStopId, handleKeyDown, handleFocus, focusNeighbour } = useFolderKeys(data ?? NO_FOLDERS, activeId)
  const openNew = () => setEditing({ open: true })
  return (
    <section aria-labelledby={titleId}>
      <div className="flex items-center justify-between pt-2.5 pb-0.5 pl-2.5">
        <h2 id={titleId} className="text-xs font-[550] tracking-[0.02em] text-ink3">
          {t('folders')}
        </h2>
        <IconButton data-new-folder="" size="sm" label={t('new_folder')} icon={<FolderPlus aria-hidden />} onClick={openNew} />
      </div>
      {data ? (
        <>
          {/* Handles the keys of the links in the list. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <ul ref={list} onKeyDown={handleKeyDown} onFocus={handleFocus} className="grid grid-cols-1 gap-0.5">
            {data.map((folder) => (
              <FolderRow
                key={folder.id}
                folder={folder}
                count={byFolder.get(folder.id) ?? 0}
                isCurrent={folder.id === activeId}
                isTabStop={folder.id === tabStopId}
                onEdit={(target) => setEditing({ open: true, folder: target })}
                onRemove={(target) => setRemoving({ open: true, folder: target })}
                onDrop={(fileIds, target) => void moveFiles(fileIds, target)}
              />
            ))}
          </ul>
          {data.length === 0 && <NoFolders onCreate={openNew} />}
        </>
      ) : error ? (
        <FoldersFailed error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <FoldersLoading />
      )}
      <FolderDialog {...editing} onClose={() => setEditing((previous) => ({ ...previous, open: false }))} />
      {removing && (
        <RemoveFolderDialog
          {...removing}
          onClose={() => setRemoving({ ...removing, open: false })}
          onRemoved={(folder) =>
            folder.id === activeId
              ? void navigate({ to: '/file-list', search: { categoryId: 'allFiles' } })
              : focusNeighbour(folder)
          }
        />
      )}
    </section>
  )
}

const NO_FOLDERS: readonly Folder[] = []

function NoFolders({ onCreate }: { onCreate: () => void }) {
  const t = useTranslations('folders')
  return (
    <div className="grid justify-items-start gap-1 px-2.5 py-1">
      <p className="text-sm text-ink2">{t('no_folders')}</p>
      <Button variant="quiet" size="sm" className="-ml-2" onClick={onCreate}>
        {t('create_first')}
      </Button>
    </div>
  )
}

function FoldersFailed({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => void }) {
  const [t, ui] = [useTranslations('folders'), useTranslations('ui')]
  const { text, requestId } = useExplainError()(error)
  return (
    <div role="alert" className="grid justify-items-start gap-1 px-2.5 py-1 text-sm text-ink2">
      <p className="font-[560] text-ink">{t('Folder_get_failed')}</p>
      <p>{text}</p>
      {requestId && <p className="font-mono text-xs break-all text-ink3 select-all">{ui('request_id', { id: requestId })}</p>}
      <Button size="sm" icon={<RotateCw aria-hidden />} busy={busy} onClick={onRetry}>
        {ui('try_again')}
      </Button>
    </div>
  )
}

function FoldersLoading() {
  return (
    <SkeletonGroup>
      {['w-3/5', 'w-1/2', 'w-2/3'].map((width) => (
        <div key={width} className="flex h-9 items-center gap-2.5 px-2.5">
          <Skeleton className="m-1 size-2.5" />
          <Skeleton className={`h-3 ${width}`} />
        </div>
      ))}
    </SkeletonGroup>
  )
}
