import { paths } from '#shared/paths.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { buttonClass } from '#ui/button/Button.tsx'
import { PageLink } from '#ui/link/PageLink.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MONTHLY_SECONDS } from '../../contract.ts'
import { isPaidTier, wholeMinutes } from '../../rules.ts'
import { useMembership } from '../MembershipContext.ts'
import { useFreeTrial } from '../trial/useFreeTrial.ts'

/** What an offer of plans was opened by (A§4). The operation banner is the operator's announcement, which has a link of its own. */
export type UpgradeSource = 'out_of_minutes' | 'first_time_use' | 'go_unlimited'

/** Shown where a price is not known (A§7). */
const NO_PRICE = '--'

/** The plans above the current one. */
export function PlanOffers() {
  const t = useTranslations('membership')
  const { number } = useFormat()
  const trial = useFreeTrial()
  const trialLength = number(trial?.available_days ?? 0, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const type = useMembership().membership?.membership_type
  const plans = type !== undefined && isPaidTier(type) ? (['unlimited'] as const) : (['pro', 'unlimited'] as const)
  return (
    <ul className="grid grid-cols-1 gap-3">
      {plans.map((plan) => (
        <li key={plan} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 rounded-lg border border-line px-4 py-3">
          <span className="flex flex-wrap items-center gap-2">
            <strong className="text-base font-[600]">{t(`plan_${plan}`)}</strong>
            {plan === 'pro' && trial?.can_claim && <Chip tone="accent">{t('limit_trial_free', { days: trialLength })}</Chip>}
          </span>
          <span className="tabular text-base font-[600]">{NO_PRICE}</span>
          <span className="col-span-2 text-md text-ink2">
            {plan === 'pro'
              ? t('member_fact_minutes', { minutes: number(wholeMinutes(MONTHLY_SECONDS.pro ?? 0)) })
              : t('member_fact_unlimited')}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The main button of an offer: the page with all plans. */
export function PlansLink({ source, onClick }: { source: UpgradeSource; onClick: () => void }) {
  const t = useTranslations('membership')
  return (
    <PageLink to={paths.memberPurchase({ from: source })} onClick={onClick} className={buttonClass({ variant: 'main' })}>
      {t('limit_all_plans')}
    </PageLink>
  )
}
