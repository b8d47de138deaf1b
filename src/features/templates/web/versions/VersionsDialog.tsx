import { useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/Skeleton.tsx'
import type { TemplateItem } from '../../contract.ts'
import { useTemplateRights } from '../useTemplateRights.ts'
import { useRestoreVersion, useVersions } from './useVersions.ts'
import { VersionRow } from './VersionRow.tsx'

export type VersionsDialogProps = { open: boolean; onClose: () => void; template: TemplateItem }

/** What an own template said before. Each version can be read, and be restored as the new one. */
export function VersionsDialog({ open, onClose, template }: VersionsDialogProps) {
  const t = useTranslations('templates')
  const tUi = useTranslations('ui')
  const isShared = template.custom_type === 'community'
  const { data: versions, isError, error, refetch, isFetching } = useVersions(template.id, { enabled: open })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="medium"
      title={t('versions_title', { name: template.name })}
      description={isShared ? t('versions_lead_community') : t('versions_lead')}
      footer={<Button onClick={onClose}>{tUi('close')}</Button>}
    >
      {versions ? (
        <VersionList template={template} versions={versions} />
      ) : isError ? (
        <ErrorState title={t('versions_failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonGroup className="grid gap-2 py-2">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </SkeletonGroup>
      )}
    </Dialog>
  )
}

type VersionListProps = { template: TemplateItem; versions: NonNullable<ReturnType<typeof useVersions>['data']> }

function VersionList({ template, versions }: VersionListProps) {
  const t = useTranslations('templates')
  const { hasCustom, hasCommunity } = useTemplateRights()
  const restore = useRestoreVersion(template)
  // The version before the present one, which is what one looks for most.
  const [opened, setOpened] = useState<number | undefined>(versions[1]?.version)
  const isShared = template.custom_type === 'community'
  const missingRight = isShared ? !hasCommunity && t('community_not_included') : !hasCustom && t('no_custom_right')
  return (
    <>
      <ul aria-label={t('versions')} className="divide-y divide-line border-y border-line">
        {versions.map((version) => (
          <VersionRow
            key={version.version}
            version={version}
            isOpen={opened === version.version}
            onToggle={() => setOpened(opened === version.version ? undefined : version.version)}
            isRestoring={restore.input === version.version}
            disabledReason={missingRight}
            onRestore={() => {
              void restore.run(version.version)
            }}
          />
        ))}
      </ul>
      {versions.length === 1 && <p className="pt-4 text-md text-ink2">{t('versions_only')}</p>}
    </>
  )
}
