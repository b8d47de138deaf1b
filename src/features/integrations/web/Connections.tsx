import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#kit/contract.ts'
import { minutes, seconds } from '#kit/units.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { SettingGroup, SettingRow } from '#ui/SettingRow.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { useFailureToast } from '#ui/useFailureToast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useNow } from '#ui/useNow.ts'
import { useWords } from '#ui/words.ts'
import { APPS, type integrationsContract } from '../contract.ts'
import { APP_NAMES } from '../rules.ts'
import { integrations } from './calls.ts'
import { type App, useConnection } from './useConnection.ts'

type Connection = Reply<typeof integrationsContract.connection>['data']

/** The list of programs with the state of their connections and a button to disconnect. */
export function Connections() {
  const t = useWords('integrations')
  return (
    <SettingGroup title={t('programs')}>
      {APPS.map((app) => (
        <Program key={app} app={app} />
      ))}
    </SettingGroup>
  )
}

function Program({ app }: { app: App }) {
  const t = useWords('integrations')
  const { data, error, refetch } = useConnection(app)
  const hint = useHintOf(app, data)
  if (!data) {
    if (!error) return <SkeletonRows rows={1} />
    return <ErrorState className="py-6" error={error} title={t('failed')} onRetry={() => void refetch()} />
  }
  return (
    <SettingRow title={APP_NAMES[app]} hint={hint}>
      {data.connected && <Disconnect app={app} />}
    </SettingRow>
  )
}

function useHintOf(app: App, connection: Connection | undefined): string {
  const t = useWords('integrations')
  const { date, day } = useFormat()
  const now = useNow(minutes(1))
  if (!connection) return ''
  const { is_available, connected_at, last_used_at } = connection
  const missing = is_available ? '' : t('not_set_up')
  if (connected_at === null) return missing || t('not_connected', { program: APP_NAMES[app] })
  const since = t('connected_since', { date: date(seconds(connected_at)) })
  const used = last_used_at !== null && t('last_used', { when: day(seconds(last_used_at), now) })
  return [since, used, missing].filter(Boolean).join(' · ')
}

function Disconnect({ app }: { app: App }) {
  const t = useWords('integrations')
  const queries = useQueryClient()
  const failed = useFailureToast()
  const [asks, setAsks] = useState(false)
  const program = APP_NAMES[app]
  const ending = useMutation({
    mutationFn: () => integrations.disconnect({ params: { app } }),
    onError: (error) => failed(t('not_disconnected', { program }), error),
    onSettled: async () => {
      setAsks(false)
      await queries.invalidateQueries({ queryKey: integrations.connection.key() })
    },
  })
  return (
    <>
      <Button aria-label={t('disconnect_of', { program })} onClick={() => setAsks(true)}>
        {t('disconnect')}
      </Button>
      <ConfirmDialog
        danger
        open={asks}
        title={t('disconnect_title', { program })}
        confirmLabel={t('disconnect')}
        busy={ending.isPending}
        onConfirm={() => ending.mutate()}
        onClose={() => setAsks(false)}
      >
        {t('disconnect_text')}
      </ConfirmDialog>
    </>
  )
}
