import { ChevronDown, ListFilter } from 'lucide-react'
import { useState } from 'react'
import { ScopeFilters } from '#features/search/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { lazyDialog } from '#ui/dialog/Dialog.tsx'
import { Menu, MenuCheckboxItem, MenuItem, MenuSeparator } from '#ui/menu/Menu.tsx'
import { classes } from '#ui/styles/classes.ts'
import { MAX_SCOPE_FILES } from '../../contract.ts'
import type { ChosenScope } from '../scope.ts'
import type { useRecordings } from '../useRecordings.ts'

/** Recordings offered in the menu: the latest. */
const OFFERED = 8

// Rare: the latest ones are in the menu.
const ChooseRecordingsDialog = lazyDialog(async () => (await import('./ChooseRecordingsDialog.tsx')).ChooseRecordingsDialog)

export type ScopeChipsProps = {
  scope: ChosenScope
  onChange: (scope: ChosenScope) => void
  recordings: ReturnType<typeof useRecordings>
}

/** Chooses what is asked: recordings, folders, days, speakers. */
export function ScopeChips({ scope, onChange, recordings }: ScopeChipsProps) {
  const t = useTranslations('ask')
  const [isChoosing, setChoosing] = useState(false)
  const latest = [...recordings.byId.values()].filter(({ is_trans }) => is_trans).toSorted((a, b) => b.start_time - a.start_time)
  const offered = [
    ...scope.files.slice(0, OFFERED).flatMap((id) => recordings.byId.get(id) ?? []),
    ...latest.slice(0, OFFERED).filter(({ id }) => !scope.files.includes(id)),
  ]
  const [only, ...others] = scope.files
  const label =
    only === undefined
      ? t('all_recordings')
      : others.length === 0
        ? (recordings.byId.get(only)?.filename ?? t('recording'))
        : t('recordings', { count: scope.files.length })
  const setFiles = (files: readonly string[]) => onChange({ ...scope, files })
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            aria-label={`${t('scope')}: ${label}`}
            className={classes(
              'inline-flex h-8 max-w-full flex-none items-center gap-1.5 rounded-full px-2.5 text-sm pointer-coarse:h-11 [&>svg]:size-4 [&>svg]:flex-none',
              'bg-accent-soft font-[560] text-accent',
            )}
          >
            <ListFilter aria-hidden />
            <span dir="auto" className="max-w-40 truncate">
              {label}
            </span>
            <ChevronDown aria-hidden />
          </button>
        }
      >
        <MenuItem onSelect={() => setFiles([])}>{t('all_recordings')}</MenuItem>
        {offered.length > 0 && <MenuSeparator />}
        {offered.map(({ id, filename }) => (
          <MenuCheckboxItem
            key={id}
            checked={scope.files.includes(id)}
            onChange={(isOn) =>
              setFiles(isOn ? [...scope.files, id].slice(0, MAX_SCOPE_FILES) : scope.files.filter((other) => other !== id))
            }
          >
            <bdi className="block max-w-64 truncate">{filename}</bdi>
          </MenuCheckboxItem>
        ))}
        {latest.length > OFFERED && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => setChoosing(true)}>
              <span className="pl-7">{t('choose_recordings')}…</span>
            </MenuItem>
          </>
        )}
      </Menu>
      <ChooseRecordingsDialog
        open={isChoosing}
        onClose={() => setChoosing(false)}
        files={scope.files}
        onChange={setFiles}
        recordings={recordings}
      />
      <ScopeFilters scope={scope} onChange={(chosen) => onChange({ files: scope.files, ...chosen })} errorFallback={null} />
    </>
  )
}
