import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import type { Change } from './alignVersions.ts'

/** The kinds of change in the order of the legend. */
export const CHANGES = ['reworded', 'added', 'left-out'] as const satisfies readonly Change[]

const SIGNS = { reworded: '~', added: '+', 'left-out': '−' } as const
const LABELS = { reworded: 'reworded', added: 'added', 'left-out': 'leftOut' } as const

type ChangeMarkProps = {
  change: (typeof CHANGES)[number]
  /** Shown with the name of the change, in the legend. */
  count?: number
  isCurrent?: boolean
}

/** The sign of a change. Its colour never says anything alone. */
export function ChangeMark({ change, count, isCurrent = false }: ChangeMarkProps) {
  const t = useTranslations('notes')
  const label = t(LABELS[change], { count: count ?? 1 })
  if (count !== undefined) {
    return (
      <span className="tabular inline-flex h-5.5 items-center gap-1.5 rounded-full bg-sunken px-2 text-xs text-ink2">
        <span aria-hidden className="font-[640]">
          {SIGNS[change]}
        </span>
        {label}
      </span>
    )
  }
  return (
    <span
      className={classes(
        'grid size-4.5 flex-none place-items-center rounded-sm text-xs leading-none font-[640]',
        isCurrent ? 'bg-accent text-accent-ink' : change === 'left-out' ? 'bg-sunken text-ink2' : 'bg-accent-soft text-accent',
      )}
    >
      <span aria-hidden>{SIGNS[change]}</span>
      <span className="sr-only">{t(`${LABELS[change]}Mark`)}</span>
    </span>
  )
}
