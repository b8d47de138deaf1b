import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SessionsPane } from '#features/account/web.tsx'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SettingGroup, SettingRow } from '#ui/settings/SettingRow.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { devicesClient } from '../devicesClient.ts'
import type { Recorder } from '../devicesClient.ts'
import { RecorderForm } from './RecorderForm.tsx'

/** The pane of the settings with the sessions and the recorders of the user. */
export const SessionsAndRecorders = () => <SessionsPane recorders={<Recorders />} />

/** The recorders of the account, with dialogs to add, rename and remove them. */
export function Recorders() {
  const t = useTranslations('devices')
  const queries = useQueryClient()
  const [form, setForm] = useState<{ recorder: Recorder | null }>()
  const query = useQuery({ queryKey: devicesClient.list.key({}), queryFn: ({ signal }) => devicesClient.list({}, { signal }) })
  const reload = () => queries.invalidateQueries({ queryKey: devicesClient.list.key() })
  const list = query.data?.data_devices
  return (
    <SettingGroup title={t('recorders')}>
      {query.error && (
        <ErrorState className="py-6" error={query.error} title={t('failed')} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <SkeletonRows rows={1} />}
      {list?.map((recorder) => (
        <RecorderRow key={recorder.sn} recorder={recorder} onRename={() => setForm({ recorder })} onChanged={reload} />
      ))}
      <SettingRow title={t('add_title')} hint={list?.length === 0 ? t('empty') : t('add_hint')}>
        <Button onClick={() => setForm({ recorder: null })}>{t('add')}</Button>
      </SettingRow>
      <RecorderForm
        key={form?.recorder?.sn ?? ''}
        open={form !== undefined}
        recorder={form?.recorder ?? null}
        onClose={() => setForm(undefined)}
        onSaved={() => {
          setForm(undefined)
          void reload()
        }}
      />
    </SettingGroup>
  )
}

type RecorderRowProps = { recorder: Recorder; onRename: () => void; onChanged: () => Promise<void> }

function RecorderRow({ recorder, onRename, onChanged }: RecorderRowProps) {
  const t = useTranslations('devices')
  const [isConfirming, setIsConfirming] = useState(false)
  const { sn, name, model } = recorder
  const remove = useAction(devicesClient.remove, {
    failure: t('not_removed'),
    onSettled: () => {
      setIsConfirming(false)
      return onChanged()
    },
  })
  return (
    <SettingRow title={<bdi>{name}</bdi>} hint={[model, sn].filter(Boolean).join(' · ')}>
      <Button variant="quiet" aria-label={t('rename_of', { name })} onClick={onRename}>
        {t('rename')}
      </Button>
      <Button aria-label={t('remove_of', { name })} onClick={() => setIsConfirming(true)}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        danger
        open={isConfirming}
        title={t('remove_title', { name })}
        confirmLabel={t('remove')}
        busy={remove.isBusy}
        onConfirm={() => void remove.run({ params: { sn } })}
        onClose={() => setIsConfirming(false)}
      >
        {t('remove_text')}
      </ConfirmDialog>
    </SettingRow>
  )
}
