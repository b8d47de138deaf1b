import { RotateCw } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { useMembershipOffers } from './offersStore.ts'

/** Says that the prices could not be loaded, and loads them again. */
export function PricesFailed() {
  const t = useTranslations('membership')
  const tUi = useTranslations('ui')
  const offers = useMembershipOffers()
  if (offers?.prices !== 'failed') return null
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-raised px-4 py-2.5"
    >
      <p className="text-md">{t('plans_failed')}</p>
      <Button icon={<RotateCw aria-hidden />} onClick={offers.retryPrices}>
        {tUi('try_again')}
      </Button>
    </div>
  )
}
