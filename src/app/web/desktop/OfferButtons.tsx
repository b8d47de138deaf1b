import { buttonClass } from '#ui/buttonClass.ts'
import { classes } from '#ui/classes.ts'
import { useWords } from '#ui/words.ts'
import { OfferIcon } from './OfferIcon.tsx'
import { OFFER_NAMES, isShop } from './offersFor.ts'
import type { Offer } from './offersFor.ts'

/** What fits this device, as buttons: the first one is the main one. */
export function OfferButtons({ offers }: { offers: readonly Offer[] }) {
  const t = useWords('pages')
  return (
    <div className="flex flex-wrap gap-2">
      {offers.map(({ name, href }, at) => (
        <a
          key={name}
          href={href}
          rel="noopener noreferrer"
          {...(isShop(name) && { target: '_blank' })}
          className={classes(
            buttonClass({ variant: at === 0 ? 'main' : 'plain', size: 'lg' }),
            'h-auto min-h-11 py-2 whitespace-normal max-sm:w-full',
          )}
        >
          <OfferIcon name={name} />
          {isShop(name) ? OFFER_NAMES[name] : t('download_for', { system: OFFER_NAMES[name] })}
        </a>
      ))}
    </div>
  )
}
