import { Link2, Plus } from 'lucide-react'
import { useState } from 'react'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/Skeleton.tsx'
import { useIsPhone } from '#browser/page/phone.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { SharedRecording, ShareLink } from '../contract.ts'
import { LinkList } from './LinkList.tsx'
import { LinkSettings } from './LinkSettings.tsx'
import { useLinkChanges, useLinks } from './useLinks.ts'

/** The links to a recording, and the settings of one of them. Each change is saved at once. A phone shows one at a time. */
export function ShareDialog({ fileId, open, onClose }: DialogProps<'share'>) {
  const t = useTranslations('share')
  const { data, error, refetch, isFetching } = useLinks(fileId, { enabled: open })
  return (
    <Dialog open={open} onClose={onClose} size="split" title={t('share')} isTitleHidden>
      {data ? (
        <Links fileId={fileId} {...data} onClose={onClose} />
      ) : error ? (
        <ErrorState
          className="m-auto"
          title={t('load_failed')}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonGroup className="grid w-full content-start gap-4 p-7 pt-16">
          <Skeleton className="h-10" />
          <Skeleton className="h-24" />
          <Skeleton className="h-40" />
        </SkeletonGroup>
      )}
    </Dialog>
  )
}

type LinksProps = { fileId: string; links: readonly ShareLink[]; recording: SharedRecording; onClose: () => void }

function Links({ fileId, links, recording, onClose }: LinksProps) {
  const isPhone = useIsPhone()
  // Undefined until one is chosen; null shows the list of a phone.
  const [chosen, setChosen] = useState<string | null>()
  const changes = useLinkChanges(fileId, ({ link_id }) => setChosen(link_id))
  const first = links.find(({ revoked_at }) => revoked_at === null) ?? links[0]
  const shown = links.find(({ link_id }) => link_id === chosen) ?? (chosen === null && isPhone ? undefined : first)
  const create = () => void changes.create.run()
  if (!first) return <NoLinks isCreating={changes.create.isBusy} onCreate={create} />
  return (
    <>
      {(!isPhone || !shown) && (
        <LinkList
          links={links}
          shownId={shown?.link_id}
          isCreating={changes.create.isBusy}
          onChoose={setChosen}
          onCreate={create}
        />
      )}
      {shown && (
        <LinkSettings
          key={shown.link_id}
          recording={recording}
          link={shown}
          number={links.indexOf(shown) + 1}
          changes={changes}
          onBack={isPhone ? () => setChosen(null) : undefined}
          onClose={onClose}
        />
      )}
    </>
  )
}

function NoLinks({ isCreating, onCreate }: { isCreating: boolean; onCreate: () => void }) {
  const t = useTranslations('share')
  return (
    <div className="grid min-h-90 w-full place-items-center p-8">
      <EmptyState
        icon={<Link2 aria-hidden />}
        action={
          <Button variant="main" icon={<Plus aria-hidden />} busy={isCreating} onClick={onCreate}>
            {t('create')}
          </Button>
        }
      >
        {t('empty_text')}
      </EmptyState>
    </div>
  )
}
