import { FolderInput, RotateCcw, Trash2, X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { SelectCheckbox } from './SelectCheckbox.tsx'
import type { ListLayout } from '../list/useListLayout.ts'

export type BulkBarProps = {
  layout: ListLayout
  isTrash: boolean
  count: number
  /** Number of selected recordings that the filter hides. */
  hiddenCount: number
  /** Every recording shown is selected. */
  isAllSelected: boolean
  onSelectAll: () => void
  onClear: () => void
  /** Items of the move menu; undefined when there are no folders to move to. */
  moveItems: ReactNode
  /** The move menu was requested by its key; `onMoveMenuOpened` is called once it is open. */
  isMoveRequested: boolean
  onMoveMenuOpened: () => void
  onTrash: () => Promise<unknown>
  onRestore: () => Promise<unknown>
  onRemove: () => void
  /** A button that exports the selected recordings. */
  exportAction: ReactNode
}

/** The actions on all selected recordings. Shown above the list header, on phones below the list. */
export function BulkBar(props: BulkBarProps) {
  const { layout, isTrash, count, hiddenCount, isAllSelected, onSelectAll, onClear } = props
  const t = useTranslations('files')
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

function ListActions({ layout, moveItems, isMoveRequested, onMoveMenuOpened, onTrash, exportAction }: BulkBarProps) {
  const t = useTranslations('files')
  const [busy, run] = useBusy()
  const id = useId()
  useEffect(() => {
    if (!isMoveRequested) return
    // Opened as by the keyboard, with the focus on its first item.
    document.getElementById(id)?.querySelector('button')?.click()
    onMoveMenuOpened()
  })
  return (
    <>
      {moveItems && (
        <span id={id} className="contents">
          <Menu trigger={renderAction(layout, { label: t('move_to_folder'), shortcut: 'M', icon: <FolderInput aria-hidden /> })}>
            {moveItems}
          </Menu>
        </span>
      )}
      {exportAction}
      {renderAction(layout, { label: t('move_to_trash'), busy, icon: <Trash2 aria-hidden />, onClick: () => run(onTrash) })}
    </>
  )
}

function TrashActions({ layout, onRestore, onRemove }: BulkBarProps) {
  const t = useTranslations('files')
  const [busy, run] = useBusy()
  return (
    <>
      {renderAction(layout, { label: t('restore'), busy, icon: <RotateCcw aria-hidden />, onClick: () => run(onRestore) })}
      {renderAction(layout, { label: t('delete_for_good'), icon: <Trash2 aria-hidden />, onClick: onRemove })}
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

function useBusy(): readonly [boolean, (call: () => Promise<unknown>) => void] {
  const [busy, setBusy] = useState(false)
  const run = (call: () => Promise<unknown>) => {
    setBusy(true)
    void call().finally(() => setBusy(false))
  }
  return [busy, run] as const
}
