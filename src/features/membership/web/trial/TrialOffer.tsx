import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button/Button.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MONTHLY_SECONDS } from '../../contract.ts'
import { TRIAL_DAYS, wholeMinutes } from '../../rules.ts'

/** The free trial, as the promo banner of home offers it (A§4). */
export function TrialOffer() {
  const { title, text } = useTrialText(TRIAL_DAYS)
  return (
    <section aria-label={title} className="grid justify-items-start gap-1">
      <h2 className="text-base font-[600]">{title}</h2>
      <p className="text-md text-ink2">{text}</p>
      <TrialLink source="promo_banner" className="mt-2" />
    </section>
  )
}

/** Leads to the plans, where the trial begins. */
export function TrialLink({ source, className = '', onClick }: { source: string; className?: string; onClick?: () => void }) {
  const t = useTranslations('membership')
  return (
    <Link
      to="/member/purchase"
      search={{ from: source }}
      onClick={onClick}
      className={`${buttonClass({ variant: 'main' })} ${className}`}
    >
      {t('limit_trial_start')}
    </Link>
  )
}

/** Returns what the trial is: its plan, length and minutes. */
export function useTrialText(lengthInDays: number): { title: string; text: string } {
  const t = useTranslations('membership')
  const { number } = useFormat()
  return {
    title: t('limit_trial', { plan: t('plan_pro'), days: t('trial_days', { count: lengthInDays }) }),
    text: t('member_fact_minutes', { minutes: number(wholeMinutes(MONTHLY_SECONDS.pro ?? 0)) }),
  }
}
