import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { client } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { send } from '#browser/http/send.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { membershipContract } from '../../../contract.ts'
import { useMembership } from '../../MembershipContext.ts'

const membershipClient = client('membership', membershipContract, send)

/** Redeems an activation code (A§2). The membership is loaded again afterwards. */
export function ActivationCodeForm() {
  const t = useTranslations('membership')
  const { date } = useFormat()
  const queries = useQueryClient()
  const { retry: reloadMembership } = useMembership()
  const [code, setCode] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const redeem = useAction(membershipClient.redeemCode, {
    show: 'inline',
    refusals: {
      unknownCode: t('questions_code_unknown'),
      usedCode: t('questions_code_used'),
      notHigher: t('questions_code_not_higher'),
    },
    onSuccess: async () => {
      setCode('')
      reloadMembership()
      await queries.invalidateQueries({ queryKey: membershipClient.transactions.key() })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsMissing(code.trim() === '')
    if (code.trim() !== '') void redeem.run({ body: { code: code.trim() } })
  }
  const change = (value: string) => {
    setCode(value)
    setIsMissing(false)
    if (!redeem.isBusy) redeem.reset()
  }
  const done = redeem.result?.data
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-2 px-4.5 pt-1.5 pb-2">
      <TextField
        label={t('questions_code_label')}
        hint={t('questions_code_hint')}
        error={isMissing ? t('questions_code_missing') : redeem.explanation?.text}
        value={code}
        onChange={change}
        maxLength={80}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" busy={redeem.isBusy} className="justify-self-start">
        {t('questions_code_redeem')}
      </Button>
      <p role="status" className="text-sm text-accent empty:hidden">
        {done && t('questions_code_done', { plan: t(`plan_${done.tier}`), when: date(seconds(done.expire_time)) })}
      </p>
    </form>
  )
}
