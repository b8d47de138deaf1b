import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Folder } from '#features/folders/contract.ts'
import { FolderSymbol, useFolders } from '#features/folders/web.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Menu, MenuItem } from '#ui/menu/Menu.tsx'
import { classes } from '#ui/styles/classes.ts'
import type { TermSuggestion, WordListTerm } from '../../contract.ts'

export type ScopeChoiceProps = {
  terms: readonly WordListTerm[]
  suggestions: readonly TermSuggestion[]
  /** Null for all recordings. */
  folderId: string | null
  onChange: (folderId: string | null) => void
}

/** Chooses the list of all recordings or that of a folder: those with terms or suggestions, and others with the button at the end. */
export function ScopeChoice({ terms, suggestions, folderId, onChange }: ScopeChoiceProps) {
  const t = useTranslations('word-list')
  const tTranscript = useTranslations('transcription')
  const { data: folders = [] } = useFolders()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const isShown = ({ id }: Folder) =>
    opened.has(id) || id === folderId || [...terms, ...suggestions].some((item) => item.folder_id === id)
  const countOf = (id: string | null) => terms.filter((term) => term.folder_id === id).length
  const others = folders.filter((folder) => !isShown(folder))
  const open = (id: string) => {
    setOpened(new Set([...opened, id]))
    onChange(id)
  }
  return (
    <div className="flex max-w-full items-center justify-self-start rounded-md bg-sunken p-0.5">
      <div role="group" aria-label={t('words_scope')} className="flex min-w-0 overflow-x-auto p-0.5">
        <ScopeButton isChosen={folderId === null} count={countOf(null)} onClick={() => onChange(null)}>
          {tTranscript('term_everywhere')}
        </ScopeButton>
        {folders.filter(isShown).map((folder) => (
          <ScopeButton
            key={folder.id}
            isChosen={folderId === folder.id}
            count={countOf(folder.id)}
            onClick={() => open(folder.id)}
          >
            <FolderSymbol folder={folder} />
            <bdi className="max-w-40 truncate">{folder.name}</bdi>
          </ScopeButton>
        ))}
      </div>
      <Menu
        align="end"
        trigger={
          <IconButton
            size="sm"
            label={t('words_add_folder')}
            icon={<Plus aria-hidden />}
            disabledReason={others.length === 0 && t('words_no_folder')}
          />
        }
      >
        {others.map((folder) => (
          <MenuItem key={folder.id} icon={<FolderSymbol folder={folder} />} onSelect={() => open(folder.id)}>
            <bdi>{folder.name}</bdi>
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

type ScopeButtonProps = { isChosen: boolean; count: number; onClick: () => void; children: ReactNode }

function ScopeButton({ isChosen, count, onClick, children }: ScopeButtonProps) {
  const { number } = useFormat()
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={classes(
        'flex h-7.5 flex-none items-center gap-1.5 rounded-sm px-2.5 text-sm whitespace-nowrap pointer-coarse:min-h-10',
        isChosen ? 'bg-raised font-[560] text-ink shadow-[0_0_0_1px_var(--line)]' : 'text-ink2 hover:text-ink',
      )}
    >
      {children} <span className="tabular text-xs font-[400] text-ink3">{number(count)}</span>
    </button>
  )
}
