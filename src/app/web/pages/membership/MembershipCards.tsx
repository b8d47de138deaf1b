import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import type { useMe } from '#features/profile/web.tsx'
import { isUnlimited } from '#features/membership/rules.ts'
import { track } from '#features/telemetry/web.tsx'
import { paths } from '#shared/paths.ts'
import { seconds } from '#shared/units.ts'
import { buttonClass } from '#ui/button/buttonClass.ts'
import { PageLink } from '#ui/link/PageLink.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { GetDeviceLink } from './GetDeviceLink.tsx'
import { useMinutesLeftFormatter, useResetFormatter } from './minutesFormatters.ts'
import { UsageBar } from './UsageBar.tsx'

export type Member = NonNullable<ReturnType<typeof useMe>>

/**
 * The plan, its remaining minutes and the time of the next reset (A§2). The bar of an unlimited plan is full. Users of the
 * starter plan see a link to get a device (A§6).
 */
export function MembershipCard({ me }: { me: Member }) {
  const t = useTranslations('pages')
  const plan = useTranslations('profile')(`plan_${me.membership_type}`)
  const { date } = useFormat()
  const formatMinutesLeft = useMinutesLeftFormatter()
  const formatReset = useResetFormatter()
  const isUnlimitedPlan = isUnlimited(me.membership_type)
  return (
    <Card title={plan}>
      {me.expire_time > 0 && <p className="text-sm text-ink2">{t('member_ends', { when: date(seconds(me.expire_time)) })}</p>}
      <UsageBar usage={isUnlimitedPlan ? undefined : { left: me.seconds_left, total: me.seconds_total }} />
      <p className="flex flex-wrap justify-between gap-x-6 text-md text-ink2">
        <span className="font-[560] text-ink">
          {isUnlimitedPlan ? t('member_unlimited') : formatMinutesLeft(me.seconds_left, me.seconds_total)}
        </span>
        {!isUnlimitedPlan && <span>{formatReset(me.reset_time)}</span>}
      </p>
      <p className="flex flex-wrap gap-2">
        <PageLink
          to={paths.memberManage()}
          // A§2: opening the details counts as one page change.
          onClick={() => track('page_change', { page: 'details' })}
          className={buttonClass()}
        >
          {t('member_details')}
        </PageLink>
        {me.membership_type === 'starter' && <GetDeviceLink />}
      </p>
    </Card>
  )
}

/** Minutes bought in addition to the plan (A§2). Renders nothing when there are none. */
export function QuotaCard({ me }: { me: Member }) {
  const t = useTranslations('pages')
  const { date } = useFormat()
  const formatMinutesLeft = useMinutesLeftFormatter()
  if (me.seconds_total_traffic <= 0) return null
  return (
    <Card title={t('member_packs')}>
      {me.expire_time_traffic > 0 && (
        <p className="text-sm text-ink2">{t('member_ends', { when: date(seconds(me.expire_time_traffic)) })}</p>
      )}
      <UsageBar usage={{ left: me.seconds_left_traffic, total: me.seconds_total_traffic }} />
      <p className="text-md font-[560]">{formatMinutesLeft(me.seconds_left_traffic, me.seconds_total_traffic)}</p>
    </Card>
  )
}

/** Explains to users without a membership how to get one (A§2). */
export function NoMembershipCard() {
  const t = useTranslations('pages')
  return (
    <Card title={t('member_locked_title')} icon={<LockKeyhole aria-hidden />}>
      <p className="max-w-[60ch] text-base text-ink2">{t('member_locked_text')}</p>
      <GetDeviceLink className="justify-self-start" />
    </Card>
  )
}

export function Card({ title, icon, children }: { title: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-raised p-5">
      <h2 className="flex items-center gap-2 text-lg font-[620] [&>svg]:size-5 [&>svg]:text-accent">
        {icon}
        {title}
      </h2>
      {children}
    </section>
  )
}
