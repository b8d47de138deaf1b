import { Link } from '@tanstack/react-router'
import { seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button, buttonClass } from '#ui/button/Button.tsx'
import { useMembershipOffers, useNoPriceReason } from '../../offers/offersStore.ts'
import type { Plan } from '../PlanBenefits.tsx'
import type { PlanState } from './planStateTypes.ts'

/** What can be done about the plan, or why nothing can. */
export function PlanButton({ plan, state }: { plan: Plan; state: PlanState }) {
  const t = useTranslations('membership')
  const { date } = useFormat()
  switch (state.kind) {
    case 'current':
      return <PlanNote>{t('member_your_plan')}</PlanNote>
    case 'included':
      return <PlanNote>{t('plans_included')}</PlanNote>
    case 'scheduled':
      return <PlanNote>{t('plans_begins', { date: date(seconds(state.startsAt)) })}</PlanNote>
    case 'unpaid':
      if (!state.isOwn) return <PlanNote>{t('centre_payment_open')}</PlanNote>
      return (
        <a href={state.url} className={`${buttonClass({ variant: 'main' })} min-h-10`}>
          {t('centre_payment_open_pay')}
        </a>
      )
    case 'ends':
      return (
        <>
          <PlanNote>{t('plans_ends', { date: date(seconds(state.at)) })}</PlanNote>
          <ResumeLink>{t('plans_resume', { plan: t(`plan_${plan}`) })}</ResumeLink>
        </>
      )
    case 'resume':
      return <ResumeLink>{t('plans_resume_first', { plan: t(`plan_${state.own}`) })}</ResumeLink>
    default:
      return <BuyButton plan={plan} state={state} />
  }
}

/** Leads to where the plan is resumed. */
const ResumeLink = ({ children }: { children: string }) => (
  <Link to="/member/manage" className={`${buttonClass()} h-auto! min-h-10 py-1 text-center whitespace-normal!`}>
    {children}
  </Link>
)

function BuyButton({ plan, state }: { plan: Plan; state: Extract<PlanState, { product: unknown }> }) {
  const t = useTranslations('membership')
  const offers = useMembershipOffers()
  const { product } = state
  const disabledReason = useNoPriceReason(product)
  const button = { className: 'min-h-10', busy: offers?.busy === product, disabledReason }
  const name = t(`plan_${plan}`)
  if (state.kind === 'choose' && state.canTry)
    return (
      <>
        <Button {...button} variant="main" onClick={() => offers?.buy(product, { isTrial: true })}>
          {t('limit_trial_start')}
        </Button>
        <Button {...button} variant="quiet" onClick={() => offers?.buy(product)}>
          {t('plans_without_trial', { plan: name })}
        </Button>
      </>
    )
  const label = {
    keep: () => t('plans_keep', { plan: name }),
    choose: () => t('plans_choose', { plan: name }),
    upgrade: () => ('samePlan' in state && state.samePlan ? t('plans_switch_yearly') : t('plans_upgrade', { plan: name })),
    downgrade: () => ('samePlan' in state && state.samePlan ? t('plans_switch_monthly') : t('plans_switch', { plan: name })),
  }[state.kind]()
  const isMain = plan === 'unlimited' && (state.kind === 'choose' || state.kind === 'upgrade')
  return (
    <Button {...button} variant={isMain ? 'main' : 'plain'} onClick={() => offers?.buy(product)}>
      {label}
    </Button>
  )
}

const PlanNote = ({ children }: { children: string }) => (
  <p className="flex min-h-10 items-center justify-center rounded-md bg-sunken px-3 text-center text-md text-ink2 pointer-coarse:min-h-11">
    {children}
  </p>
)
