import { useEffect, useRef, useState } from 'react'
import { DownloadRefused, fetchDownload } from '#browser/http/fetchDownload.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { followDownload, saveBlob } from '#browser/page/saveBlob.ts'
import { Refused, isRefused } from '#shared/client.ts'
import { MiB, type Bytes } from '#shared/units.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { exportContract } from '../contract.ts'
import type { ExportFormat } from '../rules.ts'
import { exportApi } from './exportClient.ts'
import { type ExportChoices, keepExportChoices } from './exportChoices.ts'

/** Larger exports are left to the browser, which writes them to the disk while they arrive. */
const LARGEST_IN_PAGE: Bytes = 200 * MiB

type Request = { fileIds: readonly string[]; formats: readonly ExportFormat[]; choices: ExportChoices; expectedBytes: Bytes }

/** Makes an export and saves it. `received` is undefined unless it is underway. */
export function useDownloadExport(onDone: () => void) {
  const t = useTranslations('export')
  const locale = useLocale()
  const toast = useToast()
  const showFailure = useFailureToast()
  const [received, setReceived] = useState<Bytes>()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const start = async ({ fileIds, formats, choices, expectedBytes }: Request) => {
    const controller = new AbortController()
    abort.current = controller
    setReceived(0)
    try {
      const body = { file_ids: [...fileIds], formats: [...formats], options: { ...choices.options, locale } }
      const { data } = await exportApi.create({ body }, { signal: controller.signal })
      controller.signal.throwIfAborted()
      keepExportChoices(choices)
      if (expectedBytes > LARGEST_IN_PAGE) {
        followDownload(data.url)
        toast.show(t('browser_downloads', { name: data.filename }))
      } else {
        saveBlob(await fetchDownload(data.url, { signal: controller.signal, onProgress: setReceived }), data.filename)
        toast.show(t('exported', { name: data.filename }))
      }
      onDone()
    } catch (error) {
      if (controller.signal.aborted) return
      if (error instanceof DownloadRefused) toast.error(downloadMessage(error))
      else showFailure(messageOf(error), error)
    } finally {
      if (abort.current === controller) setReceived(undefined)
    }
  }
  const cancel = () => {
    abort.current?.abort()
    setReceived(undefined)
  }
  return { received, start, cancel }

  function messageOf(error: unknown): string {
    if (isRefused(error, exportApi.create, 'nothing')) return t('nothing')
    if (!(error instanceof Refused)) return t('failed')
    return error.httpStatus === 404 ? t('gone') : error.httpStatus === 429 ? t('busy') : t('failed')
  }
  function downloadMessage({ httpStatus, status }: DownloadRefused): string {
    if (status === exportContract.create.refusals.nothing.status) return t('nothing')
    if (httpStatus === 422) return t('too_long')
    return httpStatus === 404 ? t('gone') : httpStatus === 429 ? t('busy') : t('failed')
  }
}
