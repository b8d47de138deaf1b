import { ArrowUpRight, Download, Monitor, Smartphone } from 'lucide-react'
import { buttonClass } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { OFFER_NAMES, isDesktopOffer, isAppStore } from './offers.ts'
import type { Offer, OfferName } from './offers.ts'

/** The downloads for this device as buttons. The first one is the primary button. */
export function OfferButtons({ offers }: { offers: readonly Offer[] }) {
  const t = useTranslations('site')
  return (
    <div className="flex flex-wrap gap-2">
      {offers.map(({ name, href }, index) => (
        <a
          key={name}
          href={href}
          rel="noopener noreferrer"
          {...(isAppStore(name) && { target: '_blank' })}
          className={classes(
            buttonClass({ variant: index === 0 ? 'main' : 'plain', size: 'lg' }),
            'h-auto min-h-11 py-2 whitespace-normal max-sm:w-full',
          )}
        >
          <OfferIcon name={name} />
          {isAppStore(name) ? OFFER_NAMES[name] : t('download_for', { system: OFFER_NAMES[name] })}
        </a>
      ))}
    </div>
  )
}

/** The downloads as rows. The whole row is the link. */
export function OfferRows({ offers }: { offers: readonly Offer[] }) {
  const t = useTranslations('site')
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised">
      {offers.map(({ name, href }) => (
        <li key={name}>
          <a
            href={href}
            rel="noopener noreferrer"
            {...(isAppStore(name) && { target: '_blank' })}
            className="flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-sunken focus-visible:-outline-offset-2 [&_svg]:size-4.5 [&_svg]:flex-none"
          >
            <span className="text-ink2">
              <OfferIcon name={name} />
            </span>
            <span className="grid min-w-0 flex-1">
              <span className="text-base font-[560]">{OFFER_NAMES[name]}</span>
              <span className="text-sm text-ink2">{t(HINTS[name])}</span>
            </span>
            <span className="text-accent">
              {isAppStore(name) ? <ArrowUpRight aria-hidden /> : <Download aria-hidden strokeWidth={1.8} />}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

const HINTS = {
  windows: 'download_hint_windows',
  mac_arm: 'download_hint_mac_arm',
  mac_intel: 'download_hint_mac_intel',
  app_store: 'download_hint_app_store',
  google_play: 'download_hint_google_play',
  apk: 'download_hint_apk',
} as const satisfies Record<OfferName, string>

function OfferIcon({ name }: { name: OfferName }) {
  return isDesktopOffer(name) ? <Monitor aria-hidden strokeWidth={1.8} /> : <Smartphone aria-hidden strokeWidth={1.8} />
}
