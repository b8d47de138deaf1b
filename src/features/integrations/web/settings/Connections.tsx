import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#shared/contract.ts'
import { minutes, seconds } from '#shared/units.ts'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SettingGroup, SettingRow } from '#ui/settings/SettingRow.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { APPS, type integrationsContract } from '../../contract.ts'
import { APP_NAMES } from '../../rules.ts'
import { integrationsClient, type App, useConnection } from '../integrationsClient.ts'

type Connection = Reply<typeof integrationsContract.connection>['data']

/** The list of programs with the state of their connections and a button to disconnect. */
export function Connections() {
  const t = useTranslations('integrations')
  return (
    <SettingGroup title={t('connected_apps')}>
      {APPS.map((app) => (
        <ProgramRow key={app} app={app} />
      ))}
    </SettingGroup>
  )
}

function ProgramRow({ app }: { app: App }) {
  const t = useTranslations('integrations')
  const { data, error, refetch } = useConnection(app)
  const hint = useConnectionHint(app, data)
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

function useConnectionHint(app: App, connection: Connection | undefined): string {
  const t = useTranslations('integrations')
  const { date, day } = useFormat()
  const now = useNow(minutes(1))
  if (!connection) return ''
  const { is_available, connected_at, last_used_at } = connection
  const notSetUp = is_available ? '' : t('not_set_up')
  if (connected_at === null) return notSetUp || t('not_connected', { program: APP_NAMES[app] })
  const since = t('connected_since', { date: date(seconds(connected_at)) })
  const used = last_used_at !== null && t('last_used', { when: day(seconds(last_used_at), now) })
  return [since, used, notSetUp].filter(Boolean).join(' · ')
}

function Disconnect({ app }: { app: App }) {
  const t = useTranslations('integrations')
  const queries = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const program = APP_NAMES[app]
  const disconnect = useAction(integrationsClient.disconnect, {
    failure: t('not_disconnected', { program }),
    onSettled: async () => {
      setIsConfirming(false)
      await queries.invalidateQueries({ queryKey: integrationsClient.connection.key() })
    },
  })
  return (
    <>
      <Button aria-label={t('disconnect_of', { program })} onClick={() => setIsConfirming(true)}>
        {t('disconnect')}
      </Button>
      <ConfirmDialog
        danger
        open={isConfirming}
        title={t('disconnect_title', { program })}
        confirmLabel={t('disconnect')}
        busy={disconnect.isBusy}
        onConfirm={() => void disconnect.run({ params: { app } })}
        onClose={() => setIsConfirming(false)}
      >
        {t('disconnect_text')}
      </ConfirmDialog>
    </>
  )
}
