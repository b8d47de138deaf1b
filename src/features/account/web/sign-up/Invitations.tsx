import { Copy } from 'lucide-react'
import { useState } from 'react'
import { seconds } from '#shared/units.ts'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SettingRow } from '#ui/settings/SettingRow.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { copyText } from '#browser/page/copyText.ts'
import { invitations, useInvitations, useInvalidate } from '../queries.ts'

/** Invitation links, each for one new account. A link is shown once, when it is created. */
export function Invitations() {
  const t = useTranslations('account')
  const { date } = useFormat()
  const invalidate = useInvalidate()
  const list = useInvitations()
  const [link, setLink] = useState<string>()
  const create = useAction(invitations.create, {
    failure: t('invite_failed'),
    refusals: { notInvite: t('error_invitations_off'), tooMany: t('error_too_many_invitations') },
    onSuccess: ({ data }) => setLink(data.link),
    onSettled: () => invalidate(invitations.list),
  })
  const remove = useAction((id: string) => invitations.remove({ params: { id } }), {
    failure: t('invite_not_revoked'),
    concurrent: true,
    onSettled: () => invalidate(invitations.list),
  })
  return (
    <>
      <SettingRow title={t('invite')} hint={t('invite_one_hint')} below={link && <NewLink link={link} />}>
        <Button busy={create.isBusy} onClick={() => void create.run({})}>
          {t('invite_create')}
        </Button>
      </SettingRow>
      {list.error && <ErrorState className="py-4" error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <SkeletonRows rows={1} />}
      {list.data?.map(({ id, created_at, expires_at, is_used }) => (
        <SettingRow
          key={id}
          title={t('invite_of', { date: date(seconds(created_at)) })}
          hint={is_used ? t('invite_used') : t('invite_until', { date: date(seconds(expires_at)) })}
        >
          {!is_used && (
            <Button
              variant="quiet"
              busy={remove.input === id}
              aria-label={t('invite_revoke_of', { date: date(seconds(created_at)) })}
              onClick={() => void remove.run(id)}
            >
              {t('invite_revoke')}
            </Button>
          )}
        </SettingRow>
      ))}
    </>
  )
}

function NewLink({ link }: { link: string }) {
  const t = useTranslations('account')
  const toast = useToast()
  const copy = () =>
    copyText({ text: link }).then(
      () => toast.show(t('invite_copied')),
      () => toast.error(t('invite_not_copied')),
    )
  return (
    <div className="flex items-end gap-2" role="status">
      <TextField
        className="min-w-0 flex-1"
        label={t('invite_link')}
        value={link}
        onChange={() => {}}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button className="h-10" icon={<Copy aria-hidden />} onClick={() => void copy()}>
        {t('invite_copy')}
      </Button>
    </div>
  )
}
