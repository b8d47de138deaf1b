import { classes } from './classes.ts'
import { useWords } from './words.ts'

/** Says that something here has not been looked at yet (A§4), to the eye and to who listens. Stands in a `relative` parent. */
export function RedDot({ className = 'absolute top-0 right-0' }: { className?: string }) {
  const t = useWords('ui')
  return (
    <span data-mark="" className={classes('size-2 rounded-full bg-signal ring-2 ring-raised', className)}>
      <span className="sr-only">{t('unseen')}</span>
    </span>
  )
}
