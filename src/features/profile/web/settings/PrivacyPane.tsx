import { useState } from 'react'
import { ConsentRows } from '#features/account/web.tsx'
import { paths } from '#shared/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { buttonClass } from '#ui/button/buttonClass.ts'
import { useConsent } from '#browser/monitoring/consent.ts'
import { PageLink } from '#ui/link/PageLink.tsx'
import { SettingGroup, SettingRow } from '#ui/settings/SettingRow.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { MinutesRow } from './MinutesRow.tsx'
import type { SettingsDialogProps } from './settingsPanes.ts'

type PrivacyPaneProps = Pick<SettingsDialogProps, 'serverSettings' | 'library' | 'storage' | 'exportData' | 'onDeleted'>

/** Consents, data sent to other servers, stored data, the personal data export and the deletion of the account. */
export function PrivacyPane({ serverSettings, library, storage, exportData, onDeleted }: PrivacyPaneProps) {
  const t = useTranslations('profile')
  const allowsStatistics = useConsent()
  const [isDeleteOpen, setIsDeleteOpen] = useState(false)
  return (
    <>
      <SettingGroup title={t('group_privacy')}>
        <ConsentRows />
        <SettingRow
          title={t('leaves')}
          hint={serverSettings?.summarises_in_any_language ? t('leaves_text') : t('leaves_nothing')}
        />
        <SettingRow
          title={t('telemetry')}
          hint={t(!serverSettings?.telemetry ? 'telemetry_off' : allowsStatistics ? 'telemetry_on' : 'telemetry_not_allowed')}
        >
          {serverSettings?.telemetry && (
            <PageLink to={paths.cookiePolicy()} className={buttonClass()}>
              {t('telemetry_change')}
            </PageLink>
          )}
        </SettingRow>
      </SettingGroup>
      <SettingGroup title={t('group_data')}>
        <MinutesRow />
        {storage}
        {exportData && (
          <SettingRow title={t('export')} hint={t('export_hint')}>
            {exportData}
          </SettingRow>
        )}
        <SettingRow title={t('delete')} hint={t('delete_hint')}>
          <Button onClick={() => setIsDeleteOpen(true)}>{t('delete_open')}</Button>
        </SettingRow>
      </SettingGroup>
      <DeleteAccountDialog open={isDeleteOpen} onClose={() => setIsDeleteOpen(false)} library={library} onDeleted={onDeleted} />
    </>
  )
}
