import { decodeJwt } from 'jose'
import {
  accountContract,
  codesContract,
  desktopContract,
  invitationsContract,
  privacyContract,
  reauthenticationContract,
  sessionsContract,
  ssoContract,
} from '#features/account/contract.ts'
import { billingChinaContract } from '#features/billing-china/contract.ts'
import { billingGlobalContract } from '#features/billing-global/contract.ts'
import { personalDataContract } from '#features/personal-data/contract.ts'
import { devicesContract } from '#features/devices/contract.ts'
import { type File, filesContract } from '#features/files/contract.ts'
import { foldersContract } from '#features/folders/contract.ts'
import { integrationsContract } from '#features/integrations/contract.ts'
import { profileContract } from '#features/profile/contract.ts'
import { membershipContract } from '#features/membership/contract.ts'
import { recorderContract } from '#features/recorder/contract.ts'
import { searchContract } from '#features/search/contract.ts'
import { siteContract } from '#features/site/contract.ts'
import { telemetryContract } from '#features/telemetry/contract.ts'
import { generateContract, noteTasksContract } from '#features/generate/contract.ts'
import { notesContract, tryTemplate } from '#features/notes/contract.ts'
import {
  customTemplatesContract,
  templateReviewContract,
  templateVersionsContract,
  templatesContract,
} from '#features/templates/contract.ts'
import {
  editingContract,
  transcriptionContract,
  voicePrintCopyContract,
  wordListContract,
} from '#features/transcription/contract.ts'
import { exportContract } from '#features/export/contract.ts'
import { PART_BYTES, uploadContract } from '#features/upload/contract.ts'
import { speechModelsContract } from '#features/speech-models/contract.ts'
import { languageModelsContract } from '#features/language-models/contract.ts'
import { clientSharesContract, shareContract } from '#features/share/contract.ts'
import { askContract } from '#features/ask/contract.ts'
import { client } from '#shared/client.ts'
import { createSend } from './createSend.ts'

/** A user with an account and a typed client for every feature. */
export type User = Awaited<ReturnType<typeof signUp>>

/** Returns typed clients of every feature at `url`. They send the current token of `credentials`. */
export function createClients(url: string, credentials: { token?: string | undefined }) {
  const send = createSend(url, credentials)
  return {
    account: client('account', accountContract, send),
    billing: client('billing-global', billingGlobalContract, send),
    billingChina: client('billing-china', billingChinaContract, send),
    codes: client('codes', codesContract, send),
    sso: client('sso', ssoContract, send),
    proof: client('proof', reauthenticationContract, send),
    sessions: client('sessions', sessionsContract, send),
    desktop: client('desktop', desktopContract, send),
    invitations: client('invitations', invitationsContract, send),
    privacy: client('privacy', privacyContract, send),
    site: client('site', siteContract, send),
    me: client('me', profileContract, send),
    devices: client('devices', devicesContract, send),
    membership: client('membership', membershipContract, send),
    integrations: client('integrations', integrationsContract, send),
    personalData: client('export', personalDataContract, send),
    templateVersions: client('templates', templateVersionsContract, send),
    telemetry: client('telemetry', telemetryContract, send),
    files: client('files', filesContract, send),
    folders: client('folders', foldersContract, send),
    upload: client('upload', uploadContract, send),
    recorder: client('recorder', recorderContract, send),
    search: client('search', searchContract, send),
    generate: client('generate', { ...generateContract, ...noteTasksContract, tryTemplate }, send),
    notes: client('notes', notesContract, send),
    templates: client('templates', templatesContract, send),
    customTemplates: client('custom-templates', customTemplatesContract, send),
    templateReview: client('template-review', templateReviewContract, send),
    transcription: client('transcription', transcriptionContract, send),
    speechModels: client('speech-models', speechModelsContract, send),
    languageModels: client('language-models', languageModelsContract, send),
    exports: client('export', exportContract, send),
    editing: client('editing', editingContract, send),
    wordList: client('word-list', wordListContract, send),
    voicePrintCopy: client('voice-print-copy', voicePrintCopyContract, send),
    share: client('share', shareContract, send),
    clientShares: client('client-share', clientSharesContract, send),
    ask: client('ask', askContract, send),
  }
}

/** Creates an account. `invitation` is the invitation token, for servers on which sign-up requires one. */
export async function signUp(url: string, name: string, invitation?: string) {
  const credentials: { token?: string } = {}
  const clients = createClients(url, credentials)
  const { data } = await clients.account.signUp({ body: { email: `${name}@example.org`, password: 'correct horse', invitation } })
  credentials.token = data.access_token
  const id = decodeJwt(data.access_token).sub ?? ''
  return { ...clients, name, id, email: data.account, token: data.access_token, credentials }
}

export type UploadOptions = {
  name?: string
  fileType?: 'MP3' | 'OPUS'
  folders?: string[]
  /** Runs each step, by default once. Tests with an unstable server retry here. */
  runStep?: <T>(step: () => Promise<T>) => Promise<T>
}

/** Uploads a recording with the whole sequence of B§4: presign, parts, merge, confirm. */
export async function uploadRecording(user: Pick<User, 'upload'>, bytes: Uint8Array, options: UploadOptions = {}): Promise<File> {
  const { name = 'A recording', fileType = 'MP3', folders = [], runStep = (step) => step() } = options
  const { data } = await runStep(() => user.upload.presign({ body: { filesize: bytes.length, file_type: fileType } }))
  const parts = await Promise.all(
    data.part_urls.map(async (url, index) => {
      const body = bytes.slice(index * PART_BYTES, (index + 1) * PART_BYTES)
      const response = await runStep(() => fetch(url, { method: 'PUT', body }))
      return { Etag: response.headers.get('etag') ?? '', PartNumber: index + 1 }
    }),
  )
  const { upload_id, object_name } = data
  await runStep(() => user.upload.merge({ body: { upload_id, object_name, parts } }))
  const confirmFields = {
    scene: 101,
    is_tmp: 0,
    support_mul_summ: true,
    file_type: fileType,
    filename: name,
    filetag_id_list: folders,
  }
  const confirmed = await runStep(() => user.upload.confirm({ body: { upload_id, object_name, ...confirmFields } }))
  return confirmed.data_file
}
