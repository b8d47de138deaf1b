import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { useAction } from '#ui/action/useAction.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { voicePrintCopyContract } from '../../../contract.ts'
import { putVoicePrints, type VoicePrint } from '../voicePrintStore.ts'
import { decryptVoicePrints, encryptVoicePrints } from './encryptedCopy.ts'

const copies = client('voice-print-copy', voicePrintCopyContract, send)

type CopyWork = { action: 'save' | 'load' | 'remove'; work: () => Promise<void> }

/** Returns the encrypted copy of the account, and functions that save, load and delete it. They resolve to true when it is done. */
export function useVoicePrintCopy() {
  const t = useTranslations('voice-prints')
  const toast = useToast()
  const [isWrong, setWrong] = useState(false)
  /** The version that this page has saved or loaded. */
  const [knownVersion, setKnownVersion] = useState(0)
  const query = useQuery({
    queryKey: copies.read.key(),
    queryFn: async ({ signal }) => (await copies.read({}, { signal })).data,
    staleTime: 0,
  })
  const copy = query.data
  const owner = currentAccountId() ?? ''
  const { input, run } = useAction(({ work }: CopyWork) => work(), {
    failure: t('voice_print_copy_failed'),
    calls: [copies.save],
    refusals: { conflict: t('voice_print_copy_conflict') },
    onSettled: () => query.refetch(),
  })
  const save = (prints: readonly VoicePrint[], passphrase: string) => {
    const work = async () => {
      const content = await encryptVoicePrints(prints, passphrase, owner)
      const { data } = await copies.save({ body: { base_version: copy?.version ?? 0, content } })
      setKnownVersion(data.version)
      toast.show(t('voice_print_copy_saved'))
    }
    return run({ action: 'save', work })
  }
  /** Adds the voice prints of the copy to those of the browser. `isWrong` is true after a wrong passphrase. */
  const load = async (passphrase: string) => {
    let isRight = false
    const work = async () => {
      const prints = copy && (await decryptVoicePrints(copy.content, passphrase, owner))
      isRight = Boolean(prints)
      setWrong(!prints)
      if (!prints) return
      await putVoicePrints(prints)
      setKnownVersion(copy.version)
      toast.show(t('voice_print_copy_loaded', { count: prints.length }))
    }
    return (await run({ action: 'load', work })) && isRight
  }
  const removeCopy = async () => {
    await copies.remove({})
    toast.show(t('voice_print_copy_deleted'))
  }
  return {
    copy,
    error: query.error,
    reload: () => void query.refetch(),
    running: input?.action,
    /** Whether saving replaces a copy that this page has not seen. */
    replacesUnknown: copy !== undefined && copy !== null && copy.version !== knownVersion,
    isWrong,
    forgetWrong: () => setWrong(false),
    save,
    load,
    remove: () => run({ action: 'remove', work: removeCopy }),
  }
}
