import { ArrowUpRight, Download } from 'lucide-react'
import { useWords } from '#ui/words.ts'
import { OfferIcon } from './OfferIcon.tsx'
import { OFFER_NAMES, isShop } from './offersFor.ts'
import type { Offer, OfferName } from './offersFor.ts'

/** What can be downloaded, a row each; the whole row is the link. */
export function OfferRows({ offers }: { offers: readonly Offer[] }) {
  const t = useWords('pages')
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised">
      {offers.map(({ name, href }) => (
        <li key={name}>
          <a
            href={href}
            rel="noopener noreferrer"
            {...(isShop(name) && { target: '_blank' })}
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
              {isShop(name) ? <ArrowUpRight aria-hidden /> : <Download aria-hidden strokeWidth={1.8} />}
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
