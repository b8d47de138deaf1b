import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client, Refused } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { voicePrintCopyContract } from '../../../contract.ts'
import { putVoicePrints, type VoicePrint } from '../voicePrintStore.ts'
import { decryptVoicePrints, encryptVoicePrints } from './encryptedCopy.ts'

const copies = client('voice-print-copy', voicePrintCopyContract, send)

type CopyAction = 'save' | 'load' | 'remove'

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
  const { running, run } = useRunningAction(() => query.refetch())
  const save = (prints: readonly VoicePrint[], passphrase: string) =>
    run('save', async () => {
      const content = await encryptVoicePrints(prints, passphrase, owner)
      const { data } = await copies.save({ body: { base_version: copy?.version ?? 0, content } })
      setKnownVersion(data.version)
      toast.show(t('voice_print_copy_saved'))
      return true
    })
  /** Adds the voice prints of the copy to those of the browser. `isWrong` is true after a wrong passphrase. */
  const load = (passphrase: string) =>
    run('load', async () => {
      const prints = copy && (await decryptVoicePrints(copy.content, passphrase, owner))
      setWrong(!prints)
      if (!prints) return false
      await putVoicePrints(prints)
      setKnownVersion(copy.version)
      toast.show(t('voice_print_copy_loaded', { count: prints.length }))
      return true
    })
  const remove = () =>
    run('remove', async () => {
      await copies.remove({})
      toast.show(t('voice_print_copy_deleted'))
      return true
    })
  return {
    copy,
    error: query.error,
    reload: () => void query.refetch(),
    running,
    /** Whether saving replaces a copy that this page has not seen. */
    replacesUnknown: copy !== undefined && copy !== null && copy.version !== knownVersion,
    isWrong,
    forgetWrong: () => setWrong(false),
    save,
    load,
    remove,
  }
}

/** Runs one action at a time, shows its failure, and calls `reload` at its end. */
function useRunningAction(reload: () => Promise<unknown>) {
  const t = useTranslations('voice-prints')
  const showFailure = useFailureToast()
  const [running, setRunning] = useState<CopyAction>()
  const run = async (action: CopyAction, work: () => Promise<boolean>): Promise<boolean> => {
    setRunning(action)
    try {
      return await work()
    } catch (error) {
      const isConflict = error instanceof Refused && error.refusal === 'conflict'
      showFailure(t(isConflict ? 'voice_print_copy_conflict' : 'voice_print_copy_failed'), error)
      return false
    } finally {
      await reload()
      setRunning(undefined)
    }
  }
  return { running, run }
}
