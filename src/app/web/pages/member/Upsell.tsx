import { useMe } from '#features/me/web.tsx'
import { isSubscribed, memberAddress } from '#features/membership/rules.ts'
import { buttonClass } from '#ui/buttonClass.ts'
import { PageLink } from '#ui/PageLink.tsx'
import { useWords } from '#ui/words.ts'
import { Facts } from './Facts.tsx'
import type { Plan } from './planFacts.ts'

/**
 * The content of the right sidebar (A§2): the additional benefits of the pro and unlimited plans, or the benefits of the current
 * paid plan. Links to the membership page, because nothing is sold here yet.
 */
export function Upsell() {
  const t = useWords('pages')
  const names = useWords('me')
  const me = useMe()
  const type = me?.membership_type
  const hasPaid = type !== undefined && isSubscribed(type)
  const plans: readonly Plan[] = !hasPaid ? ['pro', 'unlimited'] : type === 'pro' ? ['pro'] : ['unlimited']
  return (
    <div className="grid grid-cols-1 content-start gap-5 px-5 pb-6">
      <h2 className="text-lg font-[620] text-balance">{hasPaid ? t('upsell_yours') : t('upsell_more')}</h2>
      {plans.map((plan) => (
        <section
          key={plan}
          aria-labelledby={`upsell-${plan}`}
          className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-raised p-4"
        >
          <h3 id={`upsell-${plan}`} className="text-base font-[600]">
            {names(`plan_${hasPaid && type !== 'pro' ? type : plan}`)}
          </h3>
          <Facts plan={plan} />
        </section>
      ))}
      <p className="text-sm text-ink2">{t('member_not_sold')}</p>
      <PageLink to={memberAddress(me, 'right_sidebar')} className={buttonClass({ variant: 'main' })}>
        {t('upsell_open')}
      </PageLink>
    </div>
  )
}
