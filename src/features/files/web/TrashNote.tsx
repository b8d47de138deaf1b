import { useId } from 'react'
import { Button } from '#ui/Button.tsx'
import { useWords } from '#ui/words.ts'

export type TrashNoteProps = {
  /** Days a recording stays in the trash; null: until it is emptied. Undefined while nobody has said. */
  trashDays: number | null | undefined
  /** Opens where the rule is set. */
  onChangeRule?: (() => void) | undefined
}

/** The rule of the trash, above its list, and the way to change it. */
export function TrashNote({ trashDays, onChangeRule }: TrashNoteProps) {
  const t = useWords('files')
  const id = useId()
  // Its place is kept, so that the list below does not move.
  if (trashDays === undefined) return <div className="h-11.25 flex-none border-b border-line" />
  return (
    <div className="flex flex-none items-center justify-between gap-2 border-b border-line py-2 pr-3 pl-4.5">
      <p id={id} className="min-w-0 text-sm text-pretty text-ink2">
        {trashDays === null ? t('trash_rule_none') : t('trash_rule', { count: trashDays })}
      </p>
      {onChangeRule && (
        <Button variant="quiet" size="sm" aria-describedby={id} onClick={onChangeRule}>
          {t('trash_rule_change')}
        </Button>
      )}
    </div>
  )
}
