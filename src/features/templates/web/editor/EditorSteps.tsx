import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'

/** The two steps of the editor, with the current one marked. */
export function EditorSteps({ current }: { current: 1 | 2 }) {
  const t = useTranslations('templates')
  return (
    <ol className="flex items-center gap-2 text-sm text-ink3">
      {[t('step_write'), t('step_share')].map((label, index) => {
        const isCurrent = index + 1 === current
        return (
          <li key={label} aria-current={isCurrent ? 'step' : undefined} className="flex items-center gap-2">
            {index > 0 && <span aria-hidden className="h-px w-6 bg-line" />}
            <span
              aria-hidden
              className={classes(
                'grid size-5 place-items-center rounded-full border text-xs',
                isCurrent ? 'border-ink bg-ink font-[600] text-surface' : 'border-line',
              )}
            >
              {index + 1}
            </span>
            <span className={isCurrent ? 'font-[560] text-ink' : undefined}>{label}</span>
          </li>
        )
      })}
    </ol>
  )
}
