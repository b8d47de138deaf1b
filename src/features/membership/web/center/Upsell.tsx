import { Link } from '@tanstack/react-router'
import { isPaidTier, membershipLink } from '../../rules.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useMembership } from '../MembershipContext.ts'
import { PlanBenefits } from './PlanBenefits.tsx'
import type { Plan } from './PlanBenefits.tsx'

/**
 * The content of the right sidebar (A§2): the additional benefits of the pro and unlimited plans, or the benefits of the current
 * paid plan. It is shown where plans can be bought.
 */
export function Upsell() {
  const t = useTranslations('membership')

  const { membership } = useMembership()
  const membershipType = membership?.membership_type
  const hasPaidPlan = membershipType !== undefined && isPaidTier(membershipType)
  const plans: readonly Plan[] = !hasPaidPlan ? ['pro', 'unlimited'] : membershipType === 'pro' ? ['pro'] : ['unlimited']
  return (
    <div className="grid grid-cols-1 content-start gap-5 px-5 pb-6">
      <h2 className="text-lg font-[620] text-balance">{hasPaidPlan ? t('upsell_yours') : t('upsell_more')}</h2>
      {plans.map((plan) => (
        <section
          key={plan}
          aria-labelledby={`upsell-${plan}`}
          className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-raised p-4"
        >
          <h3 id={`upsell-${plan}`} className="text-base font-[600]">
            {t(`plan_${hasPaidPlan && membershipType !== 'pro' ? membershipType : plan}`)}
          </h3>
          <PlanBenefits plan={plan} />
        </section>
      ))}
      <Link {...membershipLink(membership, 'right_sidebar')} className={buttonClass({ variant: 'main' })}>
        {t('upsell_open')}
      </Link>
    </div>
  )
}
