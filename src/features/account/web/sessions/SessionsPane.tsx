import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Reply } from '#shared/contract.ts'
import { minutes, seconds } from '#shared/units.ts'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { Chip } from '#ui/badge/Chip.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SettingGroup, SettingRow } from '#ui/settings/SettingRow.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { sessionsContract } from '../../contract.ts'
import { describeBrowser } from '../../rules.ts'
import { sessions, useInvalidate, useSessions } from '../queries.ts'
import { endSession, openSignInPage } from './signOut.ts'

type Session = Reply<typeof sessionsContract.list>['data'][number]

/** The sessions of the user, each with a button to end it; below them the recorders. */
export function SessionsPane({ onSignedOut = openSignInPage, recorders }: { onSignedOut?: () => void; recorders?: ReactNode }) {
  const t = useTranslations('account')
  const list = useSessions()
  return (
    <>
      <SettingGroup title={t('sessions')}>
        {list.error && <ErrorState error={list.error} title={t('sessions_failed')} onRetry={() => void list.refetch()} />}
        {list.isPending && <SkeletonRows rows={1} rowClassName="h-20" />}
        {list.data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
        <SignOutEverywhere onSignedOut={onSignedOut} />
      </SettingGroup>
      {recorders}
    </>
  )
}

function SessionRow({ session }: { session: Session }) {
  const t = useTranslations('account')
  const { day } = useFormat()
  const now = useNow(minutes(1))
  const invalidate = useInvalidate()
  const end = useAction(sessions.remove, {
    failure: t('session_not_ended'),
    onSettled: () => invalidate(sessions.list),
  })
  const { browser, system } = describeBrowser(session.user_agent)
  const name = browser && system ? t('session_on', { browser, system }) : browser || system || t('session_unknown')
  const lastSeen = session.is_current ? t('session_now') : t('session_seen', { when: day(seconds(session.last_seen_at), now) })
  return (
    <SettingRow
      title={
        <span className="flex flex-wrap items-center gap-2">
          {name}
          {session.is_current && <Chip tone="accent">{t('session_this')}</Chip>}
          {session.client === 'desktop' && <Chip>{t('session_desktop')}</Chip>}
        </span>
      }
      hint={[lastSeen, session.network].filter(Boolean).join(' · ')}
    >
      {!session.is_current && (
        <Button
          busy={end.isBusy}
          aria-label={t('session_end_of', { name })}
          onClick={() => void end.run({ body: { id: session.id } })}
        >
          {t('session_end')}
        </Button>
      )}
    </SettingRow>
  )
}

function SignOutEverywhere({ onSignedOut }: { onSignedOut: () => void }) {
  const t = useTranslations('account')
  const queries = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const signOutEverywhere = () => sessions.signOut({ body: { all: true } }, { refreshesToken: true })
  const signOut = useAction(() => endSession(queries, signOutEverywhere, onSignedOut), {
    // Unlike signing out in this browser, this needs the server. Session data is kept if the call fails.
    failure: t('sign_out_everywhere_failed'),
    onSettled: () => setIsConfirming(false),
  })
  return (
    <SettingRow title={t('sign_out_everywhere')} hint={t('sign_out_everywhere_hint')}>
      <Button onClick={() => setIsConfirming(true)}>{t('sign_out_everywhere_open')}</Button>
      <ConfirmDialog
        danger
        open={isConfirming}
        title={t('sign_out_everywhere_title')}
        confirmLabel={t('sign_out_everywhere_open')}
        busy={signOut.isBusy}
        onConfirm={() => void signOut.run()}
        onClose={() => setIsConfirming(false)}
      >
        {t('sign_out_everywhere_text')}
      </ConfirmDialog>
    </SettingRow>
  )
}
