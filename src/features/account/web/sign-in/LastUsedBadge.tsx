import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** Marks the sign-in method used last. Its button refers to `id` with `aria-describedby`. */
export function LastUsedBadge({ id, className }: { id: string; className?: string }) {
  const t = useTranslations('account')
  return (
    <span
      id={id}
      aria-hidden
      className={classes('flex-none rounded-full px-2 text-xs leading-5.5', className ?? 'bg-sunken text-ink2')}
    >
      {t('last_used')}
    </span>
  )
}
