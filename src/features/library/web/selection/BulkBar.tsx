import { Download, FolderInput, RotateCcw, Trash2, X } from 'lucide-react'
import { useEffect, useId } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { MoveTargets } from '#features/folders/web.tsx'
import type { LibraryRow } from '#features/files/contract.ts'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { Menu } from '#ui/menu/Menu.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { SelectCheckbox } from './SelectCheckbox.tsx'
import type { ListLayout } from '../rows/rowProps.ts'

export type BulkBarProps = {
  layout: ListLayout
  isTrash: boolean
  /** The selected recordings. */
  files: readonly LibraryRow[]
  /** Number of selected recordings that the filter hides. */
  hiddenCount: number
  /** Every recording shown is selected. */
  isAllSelected: boolean
  onSelectAll: () => void
  onClear: () => void
  /** The move menu was requested by its key; `onMoveMenuOpened` is called once it is open. */
  isMoveRequested: boolean
  onMoveMenuOpened: () => void
  /** Opens the dialog for a new folder with these recordings. */
  onNewFolder: (fileIds: readonly string[]) => void
  onMoved: () => void
  onTrash: () => Promise<unknown>
  onRestore: () => Promise<unknown>
  onRemove: () => void
}

/** The actions on all selected recordings. Shown above the list header, on phones below the list. */
export function BulkBar(props: BulkBarProps) {
  const { layout, isTrash, files, hiddenCount, isAllSelected, onSelectAll, onClear } = props
  const t = useTranslations('files')
  const count = files.length
  const isColumns = layout === 'columns'
  return (
    <div
      role="group"
      aria-label={t('selected', { count })}
      className={classes(
        'flex items-center gap-1 bg-raised pr-3 pl-10 max-sm:order-last max-sm:h-14 max-sm:border-t max-sm:border-line',
        isColumns
          ? 'relative h-10 flex-none border-b border-line'
          : 'sm:absolute sm:inset-x-0 sm:top-0 sm:z-2 sm:h-15 sm:border-b sm:border-line',
        'relative pointer-coarse:pl-12',
      )}
    >
      <SelectCheckbox
        label={t('select_all')}
        checked={isAllSelected && count > 0}
        isIndeterminate={!isAllSelected && count > 0}
        onSelect={isAllSelected ? onClear : onSelectAll}
        className="absolute inset-y-0 left-0 w-10 pointer-coarse:w-12"
      />
      <p className="min-w-0 flex-1 truncate text-md font-[560]">
        {t('selected', { count })}
        {hiddenCount > 0 && <span className="font-[400] text-ink2"> · {t('selected_hidden', { count: hiddenCount })}</span>}
      </p>
      <div className="flex flex-none items-center gap-1">
        {count > 0 && (isTrash ? <TrashActions {...props} /> : <ListActions {...props} />)}
        <IconButton
          size={isColumns ? 'sm' : 'md'}
          label={t('clear_selection')}
          shortcut="Esc"
          icon={<X aria-hidden />}
          onClick={onClear}
        />
      </div>
    </div>
  )
}

function ListActions({ layout, files, isMoveRequested, onMoveMenuOpened, onNewFolder, onMoved, onTrash }: BulkBarProps) {
  const t = useTranslations('files')
  const { isBusy: busy, run } = useAction((call: () => Promise<unknown>) => call(), {})
  const id = useId()
  useEffect(() => {
    if (!isMoveRequested) return
    // Opened as by the keyboard, with the focus on its first item.
    document.getElementById(id)?.querySelector('button')?.click()
    onMoveMenuOpened()
  })
  return (
    <>
      <span id={id} className="contents">
        <Menu trigger={renderAction(layout, { label: t('move_to_folder'), shortcut: 'M', icon: <FolderInput aria-hidden /> })}>
          <MoveTargets files={files} onNewFolder={onNewFolder} onMoved={onMoved} />
        </Menu>
      </span>
      {renderAction(layout, {
        label: t('export'),
        icon: <Download aria-hidden />,
        onClick: () => openDialog('export', { fileIds: files.map(({ id }) => id) }),
      })}
      {renderAction(layout, { label: t('move_to_trash'), busy, icon: <Trash2 aria-hidden />, onClick: () => void run(onTrash) })}
    </>
  )
}

function TrashActions({ layout, onRestore, onRemove }: BulkBarProps) {
  const t = useTranslations('files')
  const { isBusy: busy, run } = useAction((call: () => Promise<unknown>) => call(), {})
  return (
    <>
      {renderAction(layout, { label: t('restore'), busy, icon: <RotateCcw aria-hidden />, onClick: () => void run(onRestore) })}
      {renderAction(layout, { label: t('delete_forever'), icon: <Trash2 aria-hidden />, onClick: onRemove })}
    </>
  )
}

type BulkAction = { label: string; icon: ReactNode; shortcut?: string; busy?: boolean; onClick?: () => void }

/** A button with a label in columns, an icon button in lines. */
function renderAction(layout: ListLayout, { label, shortcut, ...rest }: BulkAction): ReactElement {
  if (layout === 'lines') return <IconButton label={label} shortcut={shortcut} {...rest} />
  return (
    <Button variant="quiet" size="sm" {...rest}>
      {label}
    </Button>
  )
}
