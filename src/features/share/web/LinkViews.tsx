import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { minutes } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { Button } from '#ui/button/Button.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { MAX_VIEWS, type ShareLink, type ShareView } from '../contract.ts'
import { shares } from './shareClient.ts'

const FEW = 3

/** When a link was opened, with which browser, and what was done. */
export function LinkViews({ link }: { link: ShareLink }) {
  const t = useTranslations('share')
  const { day } = useFormat()
  const now = useNow(minutes(1))
  const [isAll, setIsAll] = useState(false)
  const input = { params: { link_id: link.link_id }, query: { limit: isAll ? MAX_VIEWS : FEW } }
  const { data, isError, isPending } = useQuery({
    queryKey: [...shares.views.key(input), link.view_count],
    queryFn: ({ signal }) => shares.views(input, { signal }),
    enabled: link.view_count > 0,
    placeholderData: (previous) => previous,
  })
  if (link.view_count === 0) return <p className="text-base text-ink2">{t('views_none')}</p>
  return (
    <section className="grid gap-1">
      <div className="flex min-h-8 items-center gap-2 text-sm">
        <h3 className="text-base font-[560]">{t('views', { count: link.view_count })}</h3>
        {link.last_viewed_at !== null && (
          <span className="text-ink2">{t('last_view', { time: day(link.last_viewed_at, now) })}</span>
        )}
        {link.view_count > FEW && (
          <Button
            variant="quiet"
            size="sm"
            className="-mr-2 ml-auto text-accent!"
            aria-expanded={isAll}
            onClick={() => setIsAll(!isAll)}
          >
            {t(isAll ? 'show_less' : 'show_all')}
          </Button>
        )}
      </div>
      {isError && <p className="text-sm text-ink2">{t('views_failed')}</p>}
      {isPending && <SkeletonRows rows={FEW} />}
      <ul className="text-sm text-ink2">
        {data?.data.list.map((view) => (
          <li key={view.view_id} className="grid min-h-7 grid-cols-[8.25rem_1fr_auto] items-center gap-x-3 max-sm:grid-cols-2">
            <span className="tabular">{day(view.viewed_at, now)}</span>
            <Device view={view} />
            <Action view={view} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Device({ view: { browser, system } }: { view: ShareView }) {
  const t = useTranslations('share')
  return <span>{browser && system ? t('device', { browser, system }) : browser || system || t('device_unknown')}</span>
}

function Action({ view: { has_listened, downloads } }: { view: ShareView }) {
  const t = useTranslations('share')
  const [hasAudio, hasText] = [downloads.includes('audio'), downloads.includes('text')]
  const action = hasAudio
    ? hasText
      ? 'did_download_both'
      : 'did_download_audio'
    : hasText
      ? 'did_download_text'
      : has_listened
        ? 'did_listen'
        : 'did_read'
  return <span className="text-right max-sm:col-start-2 max-sm:text-left">{t(action)}</span>
}
