import { useId } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

export type TrashNoticeProps = {
  /** Days until the trash deletes a recording; null: never. Undefined until known. */
  trashDays: number | null | undefined
  /** Opens the setting of the rule. */
  onChangeRule?: (() => void) | undefined
}

/** Explains the rule of the trash above its list, with a button to change it. */
export function TrashNotice({ trashDays, onChangeRule }: TrashNoticeProps) {
  const t = useTranslations('files')
  const id = useId()
  // Reserves the space, so that the list below does not move.
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
