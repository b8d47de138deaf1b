import { ClipboardCheck } from 'lucide-react'
import { useSettingsUrl } from '#features/profile/web.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { REVIEW_PANE } from '../review/reviewPane.ts'
import { useTemplatesHome } from '../templateQueries.ts'

/** For users who review templates: how many wait, with the way there. */
export function ReviewNotice() {
  const t = useTranslations('templates')
  const { number } = useFormat()
  const settings = useSettingsUrl()
  const home = useTemplatesHome().data
  const count = home?.review_total_nums ?? 0
  if (!home?.is_reviewer || count === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-raised px-4 py-2.5 text-md">
      <ClipboardCheck aria-hidden className="size-4.5 text-accent" />
      <span className="mr-auto">{t('waiting_for_review', { count, n: number(count) })}</span>
      <Button size="sm" onClick={() => settings.open(REVIEW_PANE)}>
        {t('review')}
      </Button>
    </div>
  )
}
