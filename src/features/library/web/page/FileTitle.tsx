import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { isTextField, isKeyHandled } from '#browser/keyboard/shortcuts.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { File } from '#features/files/contract.ts'
import { RenameField, useFileActions, changeShownFile } from '#features/files/web.tsx'

/** State of the title being edited. `typedName` is the text of the field when it differs from the name. */
export type RenameState = { typedName?: string } | undefined

export type FileTitleProps = {
  file: Pick<File, 'id' | 'filename' | 'original_filename' | 'is_trash'>
  renaming: RenameState
  onRenaming: (renaming: RenameState) => void
}

/** The name of a recording as the heading of its page. A click or F2 edits it in place, except in the trash. */
export function FileTitle({ file, renaming, onRenaming }: FileTitleProps) {
  const title = useRef<HTMLButtonElement>(null)
  useRestoreFocus(renaming === undefined && !file.is_trash, title)
  useRenameKey(() => file.is_trash || onRenaming({}))
  const save = useSaveTitle(file, onRenaming)
  if (!renaming || file.is_trash)
    return <Title ref={title} name={file.filename} onEdit={file.is_trash ? undefined : () => onRenaming({})} />
  return (
    <h1 className="grid text-2xl [&_input]:h-9 [&_input]:w-full [&_input]:text-lg">
      <RenameField
        name={file.filename}
        typedName={renaming.typedName}
        onSave={(name) => void save(name)}
        onCancel={() => onRenaming(undefined)}
      />
    </h1>
  )
}

/** Shows the new name at once. When saving fails, the old name returns and the field opens again with the typed text. */
function useSaveTitle(file: FileTitleProps['file'], onRenaming: FileTitleProps['onRenaming']) {
  const queries = useQueryClient()
  const { rename } = useFileActions()
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return async (filename: string) => {
    changeShownFile(queries, file.id, { filename, original_filename: null })
    onRenaming(undefined)
    if (await rename(file.id, filename)) return
    changeShownFile(queries, file.id, { filename: file.filename, original_filename: file.original_filename })
    if (isMounted.current && !isTextField(document.activeElement)) onRenaming({ typedName: filename })
  }
}

/** Returns the focus to the title after the field or Restore is removed, unless the focus is elsewhere. */
function useRestoreFocus(isShown: boolean, title: RefObject<HTMLElement | null>): void {
  const wasShown = useRef(isShown)
  useEffect(() => {
    if (isShown && !wasShown.current && document.activeElement === document.body) title.current?.focus({ preventScroll: true })
    wasShown.current = isShown
  }, [isShown, title])
}

/** F2 renames the open recording. Rows of a list handle the key before. */
function useRenameKey(startRenaming: () => void): void {
  useEvent('document', 'keydown', (event) => {
    if (event.key !== 'F2' || isKeyHandled(event) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.target instanceof Element && event.target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]')) return
    event.preventDefault()
    startRenaming()
  })
}

type TitleProps = { name: string; onEdit: (() => void) | undefined; ref: RefObject<HTMLButtonElement | null> }

/** The button fills the heading, so that the name is read once and a click anywhere on it starts renaming. */
function Title({ name, onEdit, ref }: TitleProps) {
  const t = useTranslations('files')
  const titleClass = 'block truncate text-left text-2xl font-[640] tracking-[-0.02em] max-sm:text-lg'
  if (!onEdit)
    return (
      <h1 dir="auto" title={name} className={titleClass}>
        {name}
      </h1>
    )
  return (
    <h1>
      <button
        ref={ref}
        type="button"
        title={t('rename')}
        onClick={onEdit}
        className="relative -mx-1.5 block max-w-full rounded-sm px-1.5 transition-colors hover:bg-sunken pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5"
      >
        <span dir="auto" title={name} className={titleClass}>
          {name}
        </span>
      </button>
    </h1>
  )
}
