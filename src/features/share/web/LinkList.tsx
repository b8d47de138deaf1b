import { Link2, Lock, Plus } from 'lucide-react'
import { minutes } from '#shared/units.ts'
import { Button } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import type { ShareLink } from '../contract.ts'

export type LinkListProps = {
  links: readonly ShareLink[]
  shownId: string | undefined
  isCreating: boolean
  onChoose: (linkId: string) => void
  onCreate: () => void
}

/** The links to a recording with their views and limits. */
export function LinkList({ links, shownId, isCreating, onChoose, onCreate }: LinkListProps) {
  const t = useTranslations('share')
  return (
    <nav
      aria-label={t('links')}
      className="flex w-66 flex-none flex-col gap-0.5 overflow-y-auto border-r border-line bg-sunken px-3 pt-5.5 pb-5 max-sm:w-full max-sm:border-0"
    >
      <p aria-hidden className="px-2.5 pb-3 text-xl font-[640]">
        {t('share')}
      </p>
      <ul className="grid gap-0.5">
        {links.map((link, index) => (
          <li key={link.link_id}>
            <LinkRow link={link} number={index + 1} isShown={link.link_id === shownId} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <Button
        variant="quiet"
        className="mt-1 justify-start! gap-2.5! px-2.5! text-accent!"
        icon={<Plus aria-hidden />}
        busy={isCreating}
        onClick={onCreate}
      >
        {t('new_link')}
      </Button>
      <p className="mt-auto px-2.5 pt-4 text-sm text-ink2">{t('list_note')}</p>
    </nav>
  )
}

type LinkRowProps = { link: ShareLink; number: number; isShown: boolean; onChoose: (linkId: string) => void }

function LinkRow({ link, number, isShown, onChoose }: LinkRowProps) {
  const name = useLinkName()(link, number)
  const state = useLinkState()(link)
  const Icon = link.has_password ? Lock : Link2
  return (
    <button
      type="button"
      aria-current={isShown ? 'true' : undefined}
      onClick={() => onChoose(link.link_id)}
      className={classes(
        'grid w-full grid-cols-[1.125rem_1fr] gap-x-2.5 rounded-md px-2.5 py-2 text-left',
        isShown ? 'bg-raised ring-1 ring-line' : 'hover:bg-raised/60',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4.5 text-ink2" />
      <span
        dir="auto"
        className={classes(
          'truncate text-left text-base font-[560]',
          isShown ? 'text-ink' : link.url ? 'text-ink2' : 'text-ink3',
        )}
      >
        {name}
      </span>{' '}
      <span className="col-start-2 text-sm text-ink2">{state}</span>
    </button>
  )
}

/** Returns a function that returns the name of a link: its own, or its number. */
export function useLinkName(): (link: ShareLink, number: number) => string {
  const t = useTranslations('share')
  return ({ label, is_client }, number) => label || (is_client ? t('link_client') : t('link_unnamed', { number }))
}

/** Returns a function that returns the views and the limits of a link in one line. */
function useLinkState(): (link: ShareLink) => string {
  const t = useTranslations('share')
  const { day, date } = useFormat()
  const now = useNow(minutes(1))
  return ({ revoked_at, expires_at, view_count, has_password, hides_names }) => {
    if (revoked_at !== null) return t('state_revoked', { time: day(revoked_at, now) })
    if (expires_at !== null && expires_at <= now) return t('state_expired')
    const parts = [
      view_count > 0 ? t('views', { count: view_count }) : t('views_none'),
      expires_at !== null && t('state_until', { date: date(expires_at) }),
      [has_password && t('state_password'), hides_names && t('state_no_names')].filter(Boolean).join(', '),
    ]
    return parts.filter(Boolean).join(' · ')
  }
}
