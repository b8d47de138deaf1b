import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { classes } from '#ui/styles/classes.ts'
import { isFullContentLocale } from '../contentLayout.ts'
import { HOURS_ID } from '../eventTarget.ts'
import { useArePricesLoading, useMembershipOffers, useNoPriceReason } from '../../offers/offersStore.ts'
import { PACKS, PER_MINUTE_DIGITS, type PackMinutes, formatPrice } from '../../offers/products.ts'

/** The four packs of minutes with the price of each minute (A§2). */
export function HourPacks() {
  const t = useTranslations('membership')
  const locale = useLocale()
  return (
    <section
      id={HOURS_ID}
      tabIndex={-1}
      aria-labelledby="hours-title"
      className="@container grid scroll-mt-6 grid-cols-1 gap-2.5 outline-none"
    >
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id="hours-title" className="text-base font-[640]">
          {t('member_extra_minutes')}
        </h2>
        <p className="text-sm text-ink2">{t('plans_packs_lead')}</p>
      </div>
      <ul
        className={classes(
          'grid gap-px overflow-hidden rounded-lg border border-line bg-line @min-[32rem]:grid-cols-2',
          isFullContentLocale(locale) && '@min-[56rem]:grid-cols-4',
        )}
      >
        {PACKS.map((packMinutes) => (
          <Pack key={packMinutes} packMinutes={packMinutes} />
        ))}
      </ul>
    </section>
  )
}

function Pack({ packMinutes }: { packMinutes: PackMinutes }) {
  const t = useTranslations('membership')
  const locale = useLocale()
  const { number, duration } = useFormat()
  const offers = useMembershipOffers()
  const product = `pack-${packMinutes}` as const
  const amount = offers?.amounts[product]
  const disabledReason = useNoPriceReason(product)
  const isLoading = useArePricesLoading()
  const perMinute = t('plans_per_minute', {
    price: formatPrice(locale, offers, amount === undefined ? undefined : amount / packMinutes, PER_MINUTE_DIGITS),
  })
  const name = t('plans_pack', { count: packMinutes, minutes: number(packMinutes) })
  return (
    <li className="flex items-center justify-between gap-2 bg-raised py-3.5 pr-4 pl-5">
      <span className="grid min-w-0 grid-cols-1 gap-0.5">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <strong className="text-base font-[600]">{name}</strong>
          <span className="text-sm text-ink3">{duration(packMinutes * 60)}</span>
        </span>
        {isLoading ? (
          <Skeleton className="my-0.5 h-4 w-28" />
        ) : (
          <span className="text-sm text-ink2">
            {formatPrice(locale, offers, amount)} · <span className="whitespace-nowrap">{perMinute}</span>
          </span>
        )}
      </span>
      <Button
        aria-label={t('plans_buy_pack', { pack: name })}
        busy={offers?.busy === product}
        disabledReason={disabledReason}
        onClick={() => offers?.buy(product)}
      >
        {t('plans_buy')}
      </Button>
    </li>
  )
}
