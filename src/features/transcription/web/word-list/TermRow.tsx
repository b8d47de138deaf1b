import { minutes } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { Switch } from '#ui/form/Switch.tsx'
import { classes } from '#ui/styles/classes.ts'
import type { WordListTerm } from '../../contract.ts'

/** The columns of the table; on a phone, a term has two lines. */
export const ROW_CLASS =
  'grid grid-cols-[minmax(0,1fr)_2.25rem] items-center gap-x-3 sm:grid-cols-[10rem_minmax(0,1fr)_10rem_2.25rem]'

export type TermRowProps = { term: WordListTerm; onEdit: () => void; onSwitch: (isEnabled: boolean) => void }

/** A term, which opens its form. */
export function TermRow({ term: row, onEdit, onSwitch }: TermRowProps) {
  const t = useTranslations('word-list')
  const { shortDate } = useFormat()
  const now = useNow(minutes(1))
  const { id, term, sounds_like, is_enabled, corrections, corrected_time } = row
  const source =
    corrections > 0 && corrected_time !== null
      ? t('words_corrections', { count: corrections, day: shortDate(corrected_time * 1000, now) })
      : t('words_by_you')
  return (
    <li className={`${ROW_CLASS} min-h-10 border-t border-line py-1 text-md max-sm:py-2`}>
      <button
        type="button"
        data-term={id}
        title={t('words_edit', { term })}
        aria-label={t('words_edit', { term })}
        onClick={onEdit}
        className={classes(
          'truncate rounded-sm text-left hover:underline pointer-coarse:min-h-8',
          is_enabled ? 'font-[560] text-ink' : 'text-ink2',
        )}
      >
        {term}
      </button>
      {/* The button of the row does the same for keyboard users. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <p onClick={onEdit} className="cursor-text truncate text-ink2 max-sm:order-3">
        {sounds_like.join(', ')}
      </p>
      <p className="truncate text-sm text-ink3 max-sm:order-4 max-sm:col-span-2">{source}</p>
      <Switch hideLabel label={t('words_use', { term })} checked={is_enabled} onChange={onSwitch} />
    </li>
  )
}
