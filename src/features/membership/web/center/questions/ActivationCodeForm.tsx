import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { client, isRefused } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { send } from '#browser/http/send.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { useExplainError } from '#ui/feedback/useExplainError.ts'
import { TextField } from '#ui/form/TextField.tsx'
import { membershipContract } from '../../../contract.ts'
import { useMembership } from '../../MembershipContext.ts'

const membershipClient = client('membership', membershipContract, send)

/** Redeems an activation code (A§2). The membership is loaded again afterwards. */
export function ActivationCodeForm() {
  const t = useTranslations('membership')
  const { date } = useFormat()
  const explainCodeError = useExplainCodeError()
  const queries = useQueryClient()
  const { retry: reloadMembership } = useMembership()
  const [code, setCode] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const redeem = useMutation({
    mutationFn: () => membershipClient.redeemCode({ body: { code: code.trim() } }),
    onSuccess: async () => {
      setCode('')
      reloadMembership()
      await queries.invalidateQueries({ queryKey: membershipClient.transactions.key() })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (redeem.isPending) return
    setIsMissing(code.trim() === '')
    if (code.trim() !== '') redeem.mutate()
  }
  const change = (value: string) => {
    setCode(value)
    setIsMissing(false)
    if (!redeem.isPending) redeem.reset()
  }
  const done = redeem.data?.data
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-2 px-4.5 pt-1.5 pb-2">
      <TextField
        label={t('questions_code_label')}
        hint={t('questions_code_hint')}
        error={isMissing ? t('questions_code_missing') : redeem.error ? explainCodeError(redeem.error) : undefined}
        value={code}
        onChange={change}
        maxLength={80}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" busy={redeem.isPending} className="justify-self-start">
        {t('questions_code_redeem')}
      </Button>
      <p role="status" className="text-sm text-accent empty:hidden">
        {done && t('questions_code_done', { plan: t(`plan_${done.tier}`), when: date(seconds(done.expire_time)) })}
      </p>
    </form>
  )
}

/** Returns a function that explains why a code was not redeemed. */
function useExplainCodeError(): (error: unknown) => string {
  const t = useTranslations('membership')
  const explain = useExplainError()
  return (error) => {
    if (isRefused(error, membershipClient.redeemCode, 'unknownCode')) return t('questions_code_unknown')
    if (isRefused(error, membershipClient.redeemCode, 'usedCode')) return t('questions_code_used')
    if (isRefused(error, membershipClient.redeemCode, 'notHigher')) return t('questions_code_not_higher')
    return explain(error).text
  }
}
