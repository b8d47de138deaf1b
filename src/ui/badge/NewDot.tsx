import { classes } from '../styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** A quiet dot that marks something the user has not opened yet (A§4), visibly and for screen readers. Needs a parent with `relative`. */
export function NewDot({ className = 'absolute top-0 right-0' }: { className?: string }) {
  const t = useTranslations('ui')
  return (
    <span data-mark="" className={classes('size-2 rounded-full bg-accent ring-2 ring-raised', className)}>
      <span className="sr-only">{t('unseen')}</span>
    </span>
  )
}
