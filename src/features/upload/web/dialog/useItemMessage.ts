import { bidiIsolate } from '#browser/i18n/bidiIsolate.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { transcodedBytes } from '../../rules.ts'
import { progressOf } from '../queue/batch.ts'
import { fullName, type UploadItem, type UploadReason } from '../queue/uploadItem.ts'
import { useUploadLimit } from './useUploadLimit.ts'

/** Returns the text below a file's name: its progress, or what is wrong and what to do about it (B§8). */
export function useItemMessage(): (item: UploadItem) => string {
  const progressMessage = useProgressMessage()
  const failureMessage = useFailureMessage()
  const t = useTranslations('upload')
  const { bytes } = useFormat()
  return (item) => {
    if (item.held) return t('status_paused')
    switch (item.status) {
      case 'pending':
        return item.sendBytes === null ? t('status_checking') : t('status_waiting_upload', { size: bytes(item.sendBytes) })
      case 'transcodingQueued':
        return t('status_waiting_transcode')
      case 'completed':
        return t('status_completed')
      case 'transcoding':
      case 'uploading':
        return progressMessage(item)
      default:
        return failureMessage(item)
    }
  }
}

function useProgressMessage(): (item: UploadItem) => string {
  const t = useTranslations('upload')
  const { bytes, duration } = useFormat()
  return ({ status, percent, duration: length, size, sendBytes, parts }) => {
    if (status === 'transcoding') {
      if (length === null) return t('status_transcoding')
      const done = duration((length * percent) / 100 / 1000)
      const small = transcodedBytes(length)
      // A file smaller than the transcode would seem to grow.
      if (small >= size) return t('status_transcoding')
      return t('status_transcoding_known', { done, length: duration(length / 1000), size: bytes(size), small: bytes(small) })
    }
    if (percent === 100) return t('status_finishing')
    const totalBytes = sendBytes ?? size
    const sizes = { sent: bytes((totalBytes * percent) / 100), size: bytes(totalBytes) }
    if (parts.length < 2) return t('status_uploading', sizes)
    const arrived = parts.filter((part) => part.status === 'completed').length
    return t('status_uploading_parts', { ...sizes, arrived, parts: parts.length })
  }
}

/** The formats that the message of `cannotRead` advises to convert to. */
const READABLE_FORMAT = /\.(mp3|m4a|wav)$/i

/** A file that cannot be read although its format can is damaged. */
const reasonOf = (item: UploadItem): UploadReason =>
  item.reason === 'cannotRead' && READABLE_FORMAT.test(fullName(item)) ? 'damaged' : (item.reason ?? 'damaged')

function useFailureMessage(): (item: UploadItem) => string {
  const t = useTranslations('upload')
  const { bytes, percent } = useFormat()
  const limit = useUploadLimit()
  return (item) => {
    switch (item.status) {
      case 'tooLong':
        return t('Import_audio_web_status_too_long')
      case 'tooShort':
        return item.reason === 'empty' ? t('Import_audio_web_status_empty') : t('Import_audio_web_status_too_short')
      case 'duplicateName': {
        if (item.reason !== 'sameSound') return t('Import_audio_web_status_duplicate')
        const name = bidiIsolate(item.sameAs?.filename ?? item.filename)
        // The same audio is in another row, not in a recording.
        const isInQueue = item.sameAs === null || item.sameAs.fileId === null
        return t(isInQueue ? 'Import_audio_web_status_same_sound_here' : 'Import_audio_web_status_same_sound', { name })
      }
      case 'tooLarge': {
        const isMp3 = item.filefix === 'mp3'
        const key = isMp3 ? 'Import_audio_web_status_too_large_mp3' : 'Import_audio_web_status_too_large'
        return t(key, { size: bytes(limit) })
      }
      case 'networkError':
        return t('Import_audio_web_status_network')
      case 'uploadNetworkError':
        return t('Import_audio_web_status_upload_network', { percent: percent(progressOf(item)) })
      case 'transcodeNetworkError':
        return t('Import_audio_web_status_transcode_network')
      default:
        return t(MESSAGE_BY_REASON[reasonOf(item)])
    }
  }
}

const MESSAGE_BY_REASON = {
  notSound: 'Import_audio_web_status_not_sound',
  cannotRead: 'Import_audio_web_status_cannot_read',
  locked: 'Import_audio_web_status_locked',
  noAudioTrack: 'Import_audio_web_status_no_audio_track',
  damaged: 'Import_audio_web_status_damaged',
  empty: 'Import_audio_web_status_empty',
  noSoundInside: 'Import_audio_web_status_no_sound_inside',
  sameSound: 'Import_audio_web_status_duplicate',
  bytesLost: 'Import_audio_web_status_bytes_lost',
  importLost: 'Import_audio_web_status_import_lost',
  noRoom: 'Import_audio_web_status_no_room',
  noMember: 'Import_audio_web_status_no_member',
  tooMuch: 'Import_audio_web_status_too_much',
  partsWrong: 'Import_audio_web_status_parts_wrong',
  accountFull: 'Import_audio_web_status_account_full',
  textsRefused: 'Import_audio_web_status_texts_refused',
  server: 'Import_audio_web_status_server',
} as const satisfies Record<UploadReason, string>
