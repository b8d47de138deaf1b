import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Reply } from '#kit/contract.ts'
import { minutes, seconds } from '#kit/units.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { SettingGroup, SettingRow } from '#ui/SettingRow.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useNow } from '#ui/useNow.ts'
import { useWords } from '#ui/words.ts'
import { leaveBy } from '../leaveBy.ts'
import type { sessionsContract } from '../../contract.ts'
import { sessions } from './calls.ts'
import { describeBrowser } from './describeBrowser.ts'
import { useReread, useSessions } from './queries.ts'
import { useTroubleToast } from './useTroubleWords.ts'

type Session = Reply<typeof sessionsContract.list>['data'][number]

/** The sessions of the user, each with a button to end it; below them the recorders. */
export function SessionsPane({ onSignedOut, recorders }: { onSignedOut: () => void; recorders?: ReactNode }) {
  const t = useWords('account')
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
  const t = useWords('account')
  const { day } = useFormat()
  const now = useNow(minutes(1))
  const reread = useReread()
  const failed = useTroubleToast()
  const end = useMutation({
    mutationFn: () => sessions.remove({ body: { id: session.id } }),
    onError: (error) => failed(t('session_not_ended'), error),
    onSettled: () => reread(sessions.list),
  })
  const { browser, system } = describeBrowser(session.user_agent)
  const name = browser && system ? t('session_on', { browser, system }) : browser || system || t('session_unknown')
  const seen = session.is_current ? t('session_now') : t('session_seen', { when: day(seconds(session.last_seen_at), now) })
  return (
    <SettingRow
      title={
        <span className="flex flex-wrap items-center gap-2">
          {name}
          {session.is_current && <Chip tone="accent">{t('session_this')}</Chip>}
          {session.client === 'desktop' && <Chip>{t('session_desktop')}</Chip>}
        </span>
      }
      hint={[seen, session.network].filter(Boolean).join(' · ')}
    >
      {!session.is_current && (
        <Button busy={end.isPending} aria-label={t('session_end_of', { name })} onClick={() => end.mutate()}>
          {t('session_end')}
        </Button>
      )}
    </SettingRow>
  )
}

function SignOutEverywhere({ onSignedOut }: { onSignedOut: () => void }) {
  const t = useWords('account')
  const queries = useQueryClient()
  const failed = useTroubleToast()
  const [asks, setAsks] = useState(false)
  const leave = useMutation({
    mutationFn: () => leaveBy(queries, () => sessions.signOut({ body: { all: true } }, { renews: true }), onSignedOut),
    // Unlike signing out in this browser, this needs the server. Session data is kept if the call fails.
    onError: (error) => failed(t('everywhere_failed'), error),
    onSettled: () => setAsks(false),
  })
  return (
    <SettingRow title={t('everywhere')} hint={t('everywhere_hint')}>
      <Button onClick={() => setAsks(true)}>{t('everywhere_open')}</Button>
      <ConfirmDialog
        danger
        open={asks}
        title={t('everywhere_title')}
        confirmLabel={t('everywhere_open')}
        busy={leave.isPending}
        onConfirm={() => leave.mutate()}
        onClose={() => setAsks(false)}
      >
        {t('everywhere_text')}
      </ConfirmDialog>
    </SettingRow>
  )
}
