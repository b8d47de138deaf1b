import type { Seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { wholeMinutes } from '../../../rules.ts'
import { UsageBar } from '../UsageBar.tsx'

/** The remaining minutes, large, left of the total, and as a bar (A§2). */
export function MinutesLeft({ left, total }: { left: Seconds; total: Seconds }) {
  const t = useTranslations('membership')
  const { number } = useFormat()
  const [before, after] = t('member_left', { left: LEFT, total: number(wholeMinutes(total)) }).split(LEFT)
  return (
    <>
      <p className={`${AMOUNT_CLASS} mt-1.5`}>
        {before}
        <strong className={NUMBER_CLASS}>{number(wholeMinutes(left))}</strong>
        {after}
      </p>
      <span className="mt-3 grid">
        <UsageBar usage={{ left, total }} />
      </span>
    </>
  )
}

/** A placeholder, because each language puts the number at another place in the sentence. */
const LEFT = '[[left]]'

export const AMOUNT_CLASS = 'text-base text-ink2'
export const NUMBER_CLASS =
  'text-[2.75rem] leading-[3.25rem] font-[300] tracking-[-0.03em] text-ink max-sm:text-[2.25rem] max-sm:leading-[2.75rem]'
