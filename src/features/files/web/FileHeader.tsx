import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Chip } from '#ui/Chip.tsx'
import { formatClock } from '#ui/format.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import type { File } from '../contract.ts'
import { FileMenu } from './FileMenu.tsx'
import { RenameField } from './RenameField.tsx'
import { useFileActions } from './useFileActions.ts'
import { changeShownFile } from './useFile.ts'

export type FileHeaderProps = {
  file: File
  /** Folder, speakers, language: whatever the page knows about it. */
  chips?: ReactNode
  /** The row of buttons before More. */
  actions?: ReactNode
  /** Menu parts that move it into a folder. */
  moveMenu?: ReactNode
  /** It was put into the trash, or deleted for good from there. */
  onGone: () => void
}

/** Title, date, length, chips and actions of a recording's page. A click on the title renames it. */
export function FileHeader({ file, chips, actions, moveMenu, onGone }: FileHeaderProps) {
  const t = useWords('files')
  const ui = useWords('ui')
  const { dateTime } = useFormat()
  const [renames, setRenames] = useState(false)
  const queries = useQueryClient()
  const { rename } = useFileActions()
  const save = (filename: string) => {
    changeShownFile(queries, file.id, { filename })
    setRenames(false)
    void rename(file.id, filename)
  }
  return (
    <header className="flex flex-none flex-wrap items-start gap-x-4 gap-y-2 px-10 pt-5 max-md:px-5 max-sm:px-4 max-sm:pt-3">
      <div className="min-w-0 flex-1 basis-60 max-sm:basis-40">
        {renames ? (
          <h1 className="grid text-2xl [&_input]:h-9 [&_input]:w-full [&_input]:text-lg">
            <RenameField name={file.filename} onSave={save} onCancel={() => setRenames(false)} />
          </h1>
        ) : (
          <Title name={file.filename} onEdit={file.is_trash ? undefined : () => setRenames(true)} />
        )}
        <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-sm text-ink2">
          <span className="tabular">
            {dateTime(file.start_time * 1000)} · {formatClock(file.duration / 1000)}
          </span>
          {file.is_trash && <Chip tone="waiting">{t('in_trash')}</Chip>}
          {chips}
        </div>
      </div>
      <div className="flex flex-none items-center gap-1.5">
        {!file.is_trash && actions}
        <FileMenu
          file={file}
          moveMenu={moveMenu}
          onRename={() => setRenames(true)}
          onTrashed={onGone}
          onRemoved={onGone}
          trigger={<IconButton variant="plain" label={ui('more')} icon={<Ellipsis aria-hidden />} />}
        />
      </div>
    </header>
  )
}

/** The button fills the heading, so that the name is read once and a click anywhere on it begins the renaming. */
function Title({ name, onEdit }: { name: string; onEdit: (() => void) | undefined }) {
  const t = useWords('files')
  const look = 'line-clamp-2 break-words text-left text-2xl font-[640] tracking-[-0.02em] max-sm:text-lg'
  if (!onEdit) return <h1 className={look}>{name}</h1>
  return (
    <h1>
      <button
        type="button"
        title={t('rename')}
        onClick={onEdit}
        className="relative -mx-1.5 block max-w-full rounded-sm px-1.5 transition-colors hover:bg-sunken pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5"
      >
        <span className={look}>{name}</span>
      </button>
    </h1>
  )
}
