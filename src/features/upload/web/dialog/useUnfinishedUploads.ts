import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { client } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { send } from '#browser/http/send.ts'
import { bidiIsolate } from '#browser/i18n/bidiIsolate.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { type UnfinishedUpload, uploadContract } from '../../contract.ts'
import type { Uploads } from '../queue/Uploads.ts'

const { unfinished } = client('upload', uploadContract, send)

/** Returns the unfinished uploads of the account, newest first, without those of this browser's own queue. */
export function useUnfinishedUploads(uploads: Uploads): { list: readonly UnfinishedUpload[]; refetch: () => void } {
  // Renders again when the queue changes.
  useStore(uploads.store)
  const { data, refetch } = useQuery({
    queryKey: unfinished.key({}),
    queryFn: ({ signal }) => unfinished({}, { signal }),
    staleTime: seconds(10),
  })
  const list = (data?.data.list ?? []).filter(({ upload_id }) => !uploads.isOwn(upload_id))
  return { list, refetch: () => void refetch() }
}

/** Returns the title of an upload, or a placeholder when it has none. */
export function useUploadName(): (upload: UnfinishedUpload) => string {
  const t = useTranslations('upload')
  return ({ filename }) => filename || t('unfinished_unnamed')
}

/** Actions of an unfinished upload. A toast shows the result. */
export function useUnfinishedActions(uploads: Uploads, refetch: () => void) {
  const t = useTranslations('upload')
  const toast = useToast()
  const showFailure = useFailureToast()
  const nameOf = useUploadName()
  const resume = async (upload: UnfinishedUpload, file: File) => {
    try {
      if (!(await uploads.continueWith(upload, file))) toast.warn(t('not_same_file', { name: nameOf(upload) }))
    } catch (error) {
      showFailure(t('unfinished_failed'), error)
    }
  }
  const finish = async (upload: UnfinishedUpload) => {
    try {
      const { filename } = await uploads.finishUnfinished(upload)
      toast.show(t('unfinished_done', { name: bidiIsolate(filename) }))
    } catch (error) {
      showFailure(t('unfinished_failed'), error)
    }
    refetch()
  }
  const abandon = async ({ upload_id }: UnfinishedUpload) => {
    try {
      await uploads.cancelUnfinished(upload_id)
    } catch (error) {
      showFailure(t('unfinished_failed'), error)
    }
    refetch()
  }
  return { resume, finish, abandon }
}
