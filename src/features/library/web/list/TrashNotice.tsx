import { useId } from 'react'
import { useSettings } from '#features/profile/web.tsx'
import { Button } from '#ui/button/Button.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** As long as most rules, in the place of one that is not known yet. */
const USUAL_DAYS = 30

/** Explains the rule of the trash above its list, with a button to change it in the settings. */
export function TrashNotice() {
  const t = useTranslations('files')
  const trashDays = useSettings().settings?.trash_days
  const id = useId()
  const isKnown = trashDays !== undefined
  return (
    <div
      className={classes(
        'flex flex-none items-center justify-between gap-2 border-b border-line py-2 pr-3 pl-4.5',
        // Takes its space meanwhile, so that the list below does not move.
        !isKnown && '*:invisible',
      )}
    >
      <p id={id} className="min-w-0 text-sm text-pretty text-ink2">
        {trashDays === null ? t('trash_retention_none') : t('trash_retention', { count: trashDays ?? USUAL_DAYS })}
      </p>
      <Button variant="quiet" size="sm" aria-describedby={id} onClick={() => openDialog('settings', { pane: 'privacy' })}>
        {t('trash_retention_change')}
      </Button>
    </div>
  )
}
